import type { BroadcastState } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'

const looks: Record<BroadcastState, string> = {
  draft: 'chip',
  scheduled: 'chip',
  planning: 'chip chip-info',
  running: 'chip chip-info',
  paused: 'chip chip-warning',
  done: 'chip chip-ok',
  cancelled: 'chip',
}

export function StateChip({ state }: { state: BroadcastState }) {
  const texts = useTexts(campaignScreensTexts)
  return <span className={looks[state]}>{texts[state]}</span>
}
