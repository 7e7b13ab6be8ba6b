import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { CounterUse } from '#web/parts/workspace/counter-use.ts'

export function DocumentsUsed({ use }: { use: CounterUse | undefined }) {
  const texts = useTexts(trainingTexts)
  if (!use) return null
  return (
    <span className="num soft">
      {use.limit === null
        ? fill(texts.usedNoLimit, { used: use.used })
        : fill(texts.used, { used: use.used, limit: use.limit })}
    </span>
  )
}
