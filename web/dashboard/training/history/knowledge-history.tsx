import { call } from '#web/data/api.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { RestoreDialog } from './restore-dialog.tsx'

type Version = Row<'knowledge_versions'>

const pageSize = 20

export function KnowledgeHistory() {
  const texts = useTexts(gateTexts)
  const { workspace, role } = useCurrentWorkspace()
  const queries = useQueryClient()
  const [restoring, setRestoring] = useState<Version>()
  const queryKey = ['knowledge versions', workspace.id]
  const query = useInfiniteQuery({
    queryKey: [...queryKey, workspace.knowledge_version],
    initialPageParam: 2_000_000_000,
    queryFn: ({ pageParam }) =>
      readRows('knowledge_versions', rows =>
        rows
          .eq('workspace_id', workspace.id)
          .lt('version', pageParam)
          .order('version', { ascending: false })
          .limit(pageSize),
      ),
    getNextPageParam: (page: Version[]) => (page.length < pageSize ? undefined : page.at(-1)?.version),
  })
  const versions = { ...query, data: query.data?.pages.flat() }
  return (
    <section className="panel training-files" aria-label={texts.historyTitle}>
      <div className="panel-head">
        <div className="fill">
          <h2>{texts.historyTitle}</h2>
          <p className="soft">{texts.historyText}</p>
          {role !== 'admin' && <p className="muted">{texts.adminsOnly}</p>}
        </div>
      </div>
      <QueryState
        query={versions}
        failed={texts.historyFailed}
        loading={texts.historyLoading}
        className="panel-body"
        empty={<EmptyState title={texts.historyEmpty} text={texts.historyEmptyText} />}
      >
        {all => (
          <ol className="knowledge-history">
            {all.map((one, at) => (
              <VersionRow
                key={one.version}
                one={one}
                isCurrent={at === 0}
                onRestore={role === 'admin' ? () => setRestoring(one) : undefined}
              />
            ))}
          </ol>
        )}
      </QueryState>
      {query.hasNextPage && (
        <div className="training-more">
          <Button size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
      {restoring && (
        <RestoreDialog
          title={fill(texts.restoreTitle, { version: restoring.version })}
          text={texts.restoreText}
          restore={confirm =>
            call('POST /api/v1/knowledge/versions/:version/restore', {
              params: { version: restoring.version },
              body: { confirm },
              repeatable: true,
            })
          }
          onClose={() => setRestoring(undefined)}
          onRestored={() => void queries.invalidateQueries({ queryKey })}
        />
      )}
    </section>
  )
}

type RowProps = { one: Version; isCurrent: boolean; onRestore: (() => void) | undefined }

function VersionRow({ one, isCurrent, onRestore }: RowProps) {
  const texts = useTexts(gateTexts)
  const times = useTimes()
  const { members } = useCurrentWorkspace()
  const by = members.find(member => member.person_id === one.made_by)
  const time = times.dateAndClock(one.made_at)
  return (
    <li>
      <span className="num muted knowledge-number">{one.version}</span>
      <div className="fill">
        <h3>
          <span className="unseen">{fill(texts.versionOf, { version: one.version })}: </span>
          {useChanges(one)}
        </h3>
        <p className="muted num">
          {by?.name ? fill(texts.by, { name: by.name, time }) : fill(texts.bySchedule, { time })}
        </p>
      </div>
      {isCurrent ? (
        <Chip tone="ok" icon="circle-check">
          {texts.current}
        </Chip>
      ) : one.erased ? (
        <Chip>{texts.erased}</Chip>
      ) : (
        onRestore && (
          <Button size="sm" aria-label={fill(texts.restoreTitle, { version: one.version })} onClick={onRestore}>
            {texts.goBack}
          </Button>
        )
      )}
    </li>
  )
}

function useChanges(one: Version): string {
  const texts = useTexts(gateTexts)
  const names = { added: texts.changeAdded, changed: texts.changeChanged, removed: texts.changeRemoved }
  const shown = one.what.slice(0, 3).map(({ change, title, count, kind }) => {
    const words = fill(names[change], { title })
    return kind === 'link' && count > 1 ? fill(texts.changePages, { change: words, count }) : words
  })
  const rest = one.sources - shown.length
  const parts = [
    one.restored === null ? '' : fill(texts.changeRestored, { version: one.restored }),
    ...(one.restored === null ? shown : []),
    one.restored === null && rest > 0 ? fill(texts.changeMore, { count: rest }) : '',
    one.wordings > 0 ? fill(texts.changeWordings, { count: one.wordings }) : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : texts.changeStart
}
