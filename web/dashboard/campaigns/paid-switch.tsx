import { useId } from 'react'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Switch } from '#web/kit/forms/switch.tsx'

/** đồng; only a hint, since the server states the cost before sending. */
export const zaloMessage = 55

export function PaidSwitch({ on, onSwitch }: { on: boolean; onSwitch: (on: boolean) => void }) {
  const texts = useTexts(campaignScreensTexts)
  return <CostSwitch label={texts.paid} hint={texts.paidHint} on={on} onSwitch={onSwitch} />
}

type Costs = { label: string; hint: string; on: boolean; onSwitch: (on: boolean) => void }

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
