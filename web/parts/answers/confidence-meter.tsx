import { answersTexts } from '#shared/texts/bot/answers-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { confidenceLevel } from './confidence-level.ts'

/** In petals and words, never a percentage. */
export function ConfidenceMeter({ confidence, width = 28 }: { confidence: number; width?: number }) {
  const petals = confidenceLevel(confidence)
  return <PetalMeter filled={petals} width={width} />
}

export function useConfidenceLabel(): (confidence: number) => string {
  const texts = useTexts(answersTexts)
  const words = [texts.sure0, texts.sure1, texts.sure2, texts.sure3, texts.sure4, texts.sure5]
  return confidence => {
    const petals = confidenceLevel(confidence)
    return fill(texts.sureOf, { words: words[petals] ?? '', petals })
  }
}
