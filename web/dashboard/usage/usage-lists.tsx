import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { usageTexts } from '#shared/texts/billing/usage-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { buttonClass } from '#web/kit/button.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { useChannels } from '#web/parts/channels/channels.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { StatisticsChannel } from '#web/parts/workspace/use-statistics.ts'
import { readNewestSources } from '#web/data/newest-sources.ts'

const shown = 5

export function ConnectionList({
  counts,
  number,
}: {
  counts: StatisticsChannel[] | undefined
  number: Intl.NumberFormat
}) {
  const texts = useTexts(usageTexts)
  const { role } = useCurrentWorkspace()
  const channels = useChannels()
  const count = (id: string) => counts?.find(channel => channel.id === id)?.responses ?? 0
  return (
    <section className="panel usage-list" aria-labelledby="usage-connections">
      <div className="panel-head">
        <h2 id="usage-connections" className="fill">
          {texts.connectionList}
        </h2>
        {role === 'admin' && (
          <Link className={buttonClass('outline', 'sm')} to={addresses.connect}>
            <Icon name="plus" size="sm" />
            {texts.addConnection}
          </Link>
        )}
      </div>
      <QueryState
        query={channels}
        failed={texts.failed}
        loading={texts.loading}
        rows={2}
        className="panel-body"
        empty={<p className="panel-body soft">{texts.noConnections}</p>}
      >
        {rows => (
          <ul>
            {rows.map(channel => (
              <li key={channel.id}>
                <ChannelIcon kind={channel.kind} size={26} hidden />
                <span className="fill">
                  <b>{channel.name}</b>
                  <small>{channel.hosted ? texts.hosted : texts[channel.kind]}</small>
                </span>
                {counts && (
                  <span className="soft num">{fill(texts.responses, { count: number.format(count(channel.id)) })}</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

export function DocumentList() {
  const texts = useTexts(usageTexts)
  const times = useTimes()
  const { workspace } = useCurrentWorkspace()
  const read = useQuery({
    queryKey: ['usage documents', workspace.id],
    queryFn: () => readNewestSources(workspace.id, shown),
  })
  return (
    <section className="panel usage-list" aria-labelledby="usage-documents">
      <div className="panel-head">
        <h2 id="usage-documents" className="fill">
          {texts.documentList}
        </h2>
        <Link className={buttonClass('outline', 'sm')} to={addresses.training}>
          <Icon name="upload" size="sm" />
          {texts.upload}
        </Link>
      </div>
      <QueryState
        query={read}
        failed={texts.failed}
        loading={texts.loading}
        rows={2}
        className="panel-body"
        empty={<p className="panel-body soft">{texts.noDocuments}</p>}
      >
        {documents => (
          <ul>
            {documents.map(source => (
              <li key={source.id}>
                <Icon name={source.kind === 'file' ? 'file-text' : 'link'} />
                <Link className="fill" to={addresses.source.replace(':sourceId', source.id)}>
                  <b>{source.title}</b>
                  <small>{source.kind === 'file' ? texts.file : texts.link}</small>
                </Link>
                <span className="soft num">{times.date(source.created_at)}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}
