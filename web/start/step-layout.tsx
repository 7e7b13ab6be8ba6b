import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showError, showErrorToast } from '#web/kit/feedback/toast.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { fill } from '#web/parts/language/texts.ts'
import { StartLayout } from './start-layout.tsx'
import type { StepActions } from './use-first-steps.ts'

export type Around = { number: number; actions: StepActions }

export function StepLayout({
  around: { number, actions },
  ...rest
}: Omit<Parameters<typeof StartLayout>[0], 'onLater' | 'onBack' | 'petals' | 'above' | 'number'> & { around: Around }) {
  const navigate = useNavigate()
  const leaving = useAction({ once: true, onProblem: showErrorToast })
  const returning = useAction({ onProblem: showErrorToast })

  const putOff = () =>
    leaving.perform(async () => {
      await call('PUT /api/v1/first-steps/later', { body: { later: true } })
      await navigate(addresses.operations)
    })
  const back = () => returning.perform(() => actions.goTo(number - 1))

  return (
    <StartLayout
      {...rest}
      number={number}
      petals={number - 1}
      onLater={leaving.busy ? undefined : () => void putOff()}
      onBack={number > 1 ? () => void back() : undefined}
      above={<Moved actions={actions} />}
    />
  )
}

function Moved({ actions }: { actions: StepActions }) {
  const texts = useTexts(startTexts)
  const { workspace } = useCurrentWorkspace()
  if (!actions.moved || workspace.first_step === actions.steps.step) return null
  return (
    <Notice tone="info">
      <p className="start-moved">
        {workspace.first_step === null ? texts.othersDone : fill(texts.othersMoved, { step: workspace.first_step })}{' '}
        <Button size="sm" onClick={() => void actions.catchUp().catch(showError)}>
          {texts.goThere}
        </Button>
      </p>
    </Notice>
  )
}
