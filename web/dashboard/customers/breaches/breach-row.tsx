import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { type BreachStep, breachStepNames, breachSteps } from '#shared/contracts/customers/breaches.contract.ts'
import { breachesTexts } from '#shared/texts/privacy/breaches-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Row } from '#web/data/wire-rows.ts'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'

type Ticks = Partial<Record<BreachStep, { by: string; at: string }>>

export function BreachRow({ breach, onChanged }: { breach: Row<'breaches'>; onChanged(): Promise<void> }) {
  const texts = useTexts(breachesTexts)
  const times = useTimes()
  const now = useMoment()
  const { members } = useCurrentWorkspace()
  const { busy, perform } = useAction({ onProblem: showToast })
  const ticks = breach.steps as Ticks

  const tick = (step: BreachStep, done: boolean) =>
    perform(async () => {
      await call('PATCH /api/v1/breaches/:id', { params: { id: breach.id }, body: { step, done } })
      await onChanged()
    })
  const nameOf = (id: string) => {
    const member = members.find(one => one.person_id === id)
    return member ? member.name || member.email : texts.someone
  }

  return (
    <li className="data-request">
      <p>
        <b>{breach.what}</b>
      </p>
      <p className="soft num">{fill(texts.noticed, { date: times.dateAndClock(breach.noticed_at) })}</p>
      <ul className="stack gap-3">
        {breachStepNames.map(step => {
          const ticked = ticks[step]
          const due = new Date(Date.parse(breach.noticed_at) + breachSteps[step] * 3_600_000)
          return (
            <li key={step}>
              <label className="row gap-3">
                <input
                  type="checkbox"
                  className="check"
                  checked={ticked !== undefined}
                  disabled={busy}
                  onChange={event => void tick(step, event.target.checked)}
                />
                <span>
                  {texts[step]}{' '}
                  <span className="soft num">
                    {ticked
                      ? fill(texts.done, { name: nameOf(ticked.by), date: times.dateAndClock(ticked.at) })
                      : fill(texts.by, { date: times.dateAndClock(due) })}
                  </span>{' '}
                  {!ticked && due < now && <Chip tone="bad">{texts.late}</Chip>}
                </span>
              </label>
              {step === 'evidence' && (
                <p className="under-step">
                  <Link className="link" to={addresses.team}>
                    {texts.log}
                  </Link>
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </li>
  )
}
