import { useId } from 'react'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Switch } from '#web/kit/forms/switch.tsx'

/** What Zalo takes for a message today; the server says what it costs before anything is sent. */
export const zaloMessage = 55

/** Whether what Zalo bills may be sent too. */
export function PaidSwitch({ on, onSwitch }: { on: boolean; onSwitch: (on: boolean) => void }) {
  const texts = useTexts(campaignScreensTexts)
  return <CostSwitch label={texts.paid} hint={texts.paidHint} on={on} onSwitch={onSwitch} />
}

type Costs = { label: string; hint: string; on: boolean; onSwitch: (on: boolean) => void }

/** Whether something that costs may be sent. */
export function CostSwitch({ label, hint, on, onSwitch }: Costs) {
  const id = useId()
  return (
    <div className="campaign-paid">
      <div className="fill">
        <p>{label}</p>
        <p className="hint" id={id}>
          {hint}
        </p>
      </div>
      <Switch on={on} label={label} describedBy={id} onSwitch={onSwitch} />
    </div>
  )
}
