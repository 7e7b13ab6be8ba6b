import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { retentionKinds } from '#shared/contracts/customers/retention.contract.ts'
import { retentionTexts } from '#shared/texts/privacy/retention-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { monthsInWords } from './months-in-words.ts'
import { RetentionDialog } from './retention-dialog.tsx'

export function RetentionPanel() {
  const texts = useTexts(retentionTexts)
  const times = useTimes()
  const { workspace } = useCurrentWorkspace()
  const query = useQuery({ queryKey: ['retention', workspace.id], queryFn: () => call('GET /api/v1/retention') })
  const [changing, setChanging] = useState(false)
  return (
    <section className="panel" aria-labelledby="retention">
      <div className="panel-head">
        <h2 id="retention" className="fill">
          {texts.title}
        </h2>
        <Button size="sm" disabled={!query.data} onClick={() => setChanging(true)}>
          {texts.change}
        </Button>
      </div>
      <QueryState query={query} failed={texts.failed} loading={texts.title} rows={2} className="panel-body">
        {({ rules, begins_at: beginsAt }) => (
          <div className="data-request">
            <p className="soft">{texts.hint}</p>
            <ul>
              {retentionKinds.map(kind => (
                <li key={kind}>
                  {texts[kind]}: <b>{monthsInWords(rules[kind], texts)}</b>
                </li>
              ))}
            </ul>
            {beginsAt && Date.parse(beginsAt) > Date.now() && (
              <p className="soft num">{fill(texts.begins, { date: times.dateAndClock(beginsAt) })}</p>
            )}
          </div>
        )}
      </QueryState>
      {changing && query.data && (
        <RetentionDialog
          rules={query.data.rules}
          onSaved={() => void query.refetch()}
          onClose={() => setChanging(false)}
        />
      )}
    </section>
  )
}
