import { useState } from 'react'
import { accessTexts } from '#shared/texts/team/access-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { AccessDialog } from './access-dialog.tsx'
import { type Access, limitInWords, useAccessRules } from './access-rules.ts'

export function AccessPanel() {
  const texts = useTexts(accessTexts)
  const query = useAccessRules()
  const [changing, setChanging] = useState(false)
  return (
    <section className="panel team-access" aria-labelledby="access-rules">
      <div className="panel-head">
        <h2 id="access-rules" className="fill">
          {texts.title}
        </h2>
        <Button size="sm" disabled={!query.data} onClick={() => setChanging(true)}>
          {texts.change}
        </Button>
      </div>
      <p className="soft team-access-hint">{texts.hint}</p>
      <QueryState query={query} failed={texts.failed} loading={texts.title} rows={2} className="panel-body">
        {access => <Rules access={access} />}
      </QueryState>
      {changing && query.data && (
        <AccessDialog access={query.data} onSaved={() => void query.refetch()} onClose={() => setChanging(false)} />
      )}
    </section>
  )
}

function Rules({ access: { rules, without_second_step: without } }: { access: Access }) {
  const texts = useTexts(accessTexts)
  const { members } = useCurrentWorkspace()
  const names = members.filter(({ id }) => without.includes(id)).map(({ name, email }) => name || email)
  return (
    <dl className="team-rules">
      <dt>{texts.secondStep}</dt>
      <dd>
        {rules.second_step ? texts.required : texts.optional}
        <span className="soft block text-sm">
          {names.length > 0 ? fill(texts.without, { names: names.join(', ') }) : texts.everybodyHas}
        </span>
      </dd>
      <dt>{texts.maxAge}</dt>
      <dd>{limitInWords(rules.max_session_hours, texts)}</dd>
      <dt>{texts.maxIdle}</dt>
      <dd>{limitInWords(rules.max_idle_hours, texts)}</dd>
      <dt>{texts.networks}</dt>
      <dd className="num">{rules.addresses.length > 0 ? rules.addresses.join(', ') : texts.everywhere}</dd>
    </dl>
  )
}
