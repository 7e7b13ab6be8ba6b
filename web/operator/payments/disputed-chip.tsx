import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Chip } from '#web/kit/tag.tsx'

/** A bank is taking a payment back: anyone deciding about money here must know. */
export function DisputedChip() {
  return (
    <Chip tone="bad" icon="triangle-alert">
      {useTexts(operatorTexts).disputed}
    </Chip>
  )
}
