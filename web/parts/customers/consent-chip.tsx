import { customerScreensTexts } from '#shared/texts/customers/customer-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Chip } from '#web/kit/tag.tsx'

/** The answer about promotions; null: none. */
export type ConsentState = 'asked' | 'given' | 'refused' | 'withdrawn' | null

export function ConsentChip({ consent }: { consent: ConsentState }) {
  const texts = useTexts(customerScreensTexts)
  if (consent === 'given')
    return (
      <Chip tone="ok" icon="check">
        {texts.given}
      </Chip>
    )
  if (consent === 'refused' || consent === 'withdrawn') return <Chip icon="x">{texts.refused}</Chip>
  return <Chip icon="circle-dashed">{consent === 'asked' ? texts.asked : texts.none}</Chip>
}
