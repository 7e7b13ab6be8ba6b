import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { lastStep } from '#shared/contracts/first-steps.contract.ts'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { buttonClass } from '#web/kit/button.tsx'
import { fill } from '#web/parts/language/texts.ts'

export function FirstStepsCard() {
  const texts = useTexts(startTexts)
  const { workspace, role } = useCurrentWorkspace()
  const step = workspace.first_step
  if (step === null || role !== 'admin') return null
  return (
    <section className="panel first-steps-card" aria-labelledby="first-steps">
      <PetalMeter filled={step - 1} width={64} />
      <div className="fill">
        <h2 id="first-steps">{fill(texts.cardTitle, { left: lastStep - step + 1 })}</h2>
        <p className="soft">{fill(texts.cardText, { step })}</p>
      </div>
      <Link className={buttonClass('filled')} to={addresses.start}>
        {texts.cardGo}
      </Link>
    </section>
  )
}
