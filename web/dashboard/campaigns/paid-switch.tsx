import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Switch } from '#web/kit/forms/switch.tsx'
import { useId } from 'react'

/** What Zalo takes for a message today; the server says what it costs before anything is sent. */
const zaloMessage = 55

/** Whether what Zalo bills may be sent too, and for how much each: đồng, or null. */
export function PaidSwitch({ most, onMost }: { most: number | null; onMost: (most: number | null) => void }) {
  const texts = useTexts(campaignScreensTexts)
  const id = useId()
  return (
    <div className="campaign-paid">
      <div className="fill">
        <p>{texts.paid}</p>
        <p className="hint" id={id}>
          {texts.paidHint}
        </p>
      </div>
      <Switch on={most !== null} label={texts.paid} describedBy={id} onSwitch={on => onMost(on ? zaloMessage : null)} />
    </div>
  )
}
