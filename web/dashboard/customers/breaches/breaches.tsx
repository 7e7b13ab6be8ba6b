import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { breachesTexts } from '#shared/texts/privacy/breaches-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { Button } from '#web/kit/button.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { BreachRow } from './breach-row.tsx'
import { RecordBreach } from './record-breach.tsx'

export function Breaches() {
  const texts = useTexts(breachesTexts)
  const { workspace } = useCurrentWorkspace()
  const [adding, setAdding] = useState(false)
  const query = useQuery({
    queryKey: ['breaches', workspace.id],
    queryFn: () =>
      readRows('breaches', rows =>
        rows.eq('workspace_id', workspace.id).order('noticed_at', { ascending: false }).limit(200),
      ),
  })
  const onChanged = async () => void (await query.refetch())
  return (
    <section className="panel" aria-labelledby="breaches">
      <div className="panel-head">
        <h2 id="breaches" className="fill">
          {texts.title}
        </h2>
        <Button size="sm" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      </div>
      <p className="soft data-request">{texts.hint}</p>
      <QueryState query={query} failed={texts.failed} loading={texts.title} rows={1} className="panel-body">
        {breaches =>
          breaches.length === 0 ? (
            <p className="data-request">{texts.none}</p>
          ) : (
            <ul>
              {breaches.map(breach => (
                <BreachRow key={breach.id} breach={breach} onChanged={onChanged} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {adding && <RecordBreach onRecorded={onChanged} onClose={() => setAdding(false)} />}
    </section>
  )
}
