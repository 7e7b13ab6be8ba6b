import { useEffect, useRef, useState } from 'react'
import { Navigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { focusMain } from '#web/parts/page/skip-link.tsx'
import { CheckStep } from './check-step.tsx'
import { DoneStep } from './done-step.tsx'
import { KnowledgeStep } from './knowledge-step.tsx'
import { NameStep } from './name-step.tsx'
import { PlaceStep } from './place-step.tsx'
import './styles/start.css'
import { type StepActions, useFirstSteps } from './use-first-steps.ts'

export function StartSection() {
  const texts = useTexts(startTexts)
  const { workspace, role } = useCurrentWorkspace()
  usePageTitle(texts.title)
  if (role !== 'admin' || workspace.kind !== 'shop') return <Navigate to={addresses.operations} replace />
  return <Steps key={workspace.id} />
}

function Steps() {
  const texts = useTexts(startTexts)
  const { query, actions } = useFirstSteps()
  const [done, setDone] = useState<'page' | 'connect'>()
  const step = done ? 'done' : actions?.steps.step
  useTopOfStep(step)
  if (!actions) {
    return <QueryState query={query} failed={texts.loadFailed} loading={texts.loading} className="start-alone" />
  }
  // Not by `navigate`: the finished steps would lead to Operations first.
  if (done === 'connect') return <Navigate to={addresses.connect} replace />
  if (done) return <DoneStep steps={actions.steps} />
  switch (step) {
    case 1:
      return <NameStep actions={actions} around={around(1)} />
    case 2:
      return <KnowledgeStep actions={actions} around={around(2)} />
    case 3:
      return <CheckStep actions={actions} around={around(3)} />
    case 4:
      return <PlaceStep actions={actions} around={around(4)} onDone={setDone} />
    default:
      return <Navigate to={addresses.operations} replace />
  }

  function around(number: number) {
    return { number, actions: actions as StepActions }
  }
}

function useTopOfStep(step: number | 'done' | null | undefined): void {
  const before = useRef(step)
  useEffect(() => {
    const last = before.current
    before.current = step
    if (last === step || last === undefined || last === null) return
    window.scrollTo(0, 0)
    focusMain()
  }, [step])
}
