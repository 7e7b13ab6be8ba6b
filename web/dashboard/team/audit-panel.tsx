import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKeysTexts } from '#shared/texts/team/api-keys-texts.ts'
import { auditTexts, wordsOfAct } from '#shared/texts/account/audit-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { download } from '#web/data/download.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { useApiKeys } from './api-keys.ts'
import { TableCell, DataTable, TableRow } from '#web/kit/data-table.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'

const page = 20

export function AuditPanel() {
  const texts = useTexts(auditTexts)
  const { workspace } = useCurrentWorkspace()
  const [shown, setShown] = useState(page)
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const log = useQuery({
    queryKey: ['audit-log', workspace.id, shown],
    placeholderData: keepPreviousData,
    queryFn: () =>
      readRows(
        'audit_log',
        query =>
          query
            .eq('workspace_id', workspace.id)
            .order('at', { ascending: false })
            .order('id', { ascending: false })
            .limit(shown + 1),
        'id,at,actor,action,ip',
      ),
  })

  async function take() {
    await perform(async () => {
      await download('GET /api/v1/audit-log/export', {}, 'audit-log.csv')
      showToast(texts.downloaded)
      await log.refetch()
    })
  }

  return (
    <section className="panel team-log" aria-labelledby="audit-log">
      <div className="panel-head">
        <h2 id="audit-log" className="fill">
          {texts.title}
        </h2>
        <Button size="sm" icon="download" busy={busy} busyText={texts.downloading} onClick={() => void take()}>
          {texts.download}
        </Button>
      </div>
      <p className="soft team-log-hint">{texts.hint}</p>
      <QueryState
        query={log}
        failed={texts.failed}
        loading={texts.loading}
        className="panel-body"
        empty={<p className="soft team-log-hint">{texts.none}</p>}
      >
        {entries => <Entries entries={entries.slice(0, shown)} />}
      </QueryState>
      {log.data && log.data.length > shown && (
        <div className="team-log-more">
          <Button look="quiet" size="sm" busy={log.isFetching} onClick={() => setShown(shown + page)}>
            {texts.more}
          </Button>
        </div>
      )}
    </section>
  )
}

type Entry = Pick<Row<'audit_log'>, 'id' | 'at' | 'actor' | 'action' | 'ip'>

function Entries({ entries }: { entries: Entry[] }) {
  const texts = useTexts(auditTexts)
  const { language } = useLanguage()
  const { members } = useCurrentWorkspace()
  const words = useTexts(apiKeysTexts)
  const { data: keys } = useApiKeys()
  const times = useTimes()
  const nameOf = (actor: string | null) => {
    if (actor === null) return texts.program
    const member = members.find(one => one.person_id === actor)
    if (member) return member.name || member.email
    const key = keys?.find(one => one.id === actor)
    return key ? fill(words.byKey, { name: key.name }) : texts.somebody
  }
  return (
    <DataTable className="team-log-table" columns={[texts.act, texts.who, texts.time]}>
      {entries.map(({ id, at, actor, action, ip }) => (
        <TableRow key={id}>
          <TableCell>
            <b>{wordsOfAct(language, action)}</b>
          </TableCell>
          <TableCell className="team-log-who">{nameOf(actor)}</TableCell>
          <TableCell className="soft num team-log-when">
            {times.dateAndClock(at)}
            {ip && <span> · {ip}</span>}
          </TableCell>
        </TableRow>
      ))}
    </DataTable>
  )
}
