import type { SequenceState } from '#shared/contracts/campaigns/sequences.contract.ts'
import { sequencesTexts } from '#shared/texts/campaigns/sequences-texts.ts'
import { useTexts } from '#web/data/language.tsx'

const looks: Record<SequenceState, string> = {
  draft: 'chip',
  active: 'chip chip-ok',
  paused: 'chip chip-warning',
  ended: 'chip',
}

export function SequenceChip({ state }: { state: SequenceState }) {
  const texts = useTexts(sequencesTexts)
  return <span className={looks[state]}>{texts[state]}</span>
}
