import { answersTexts } from '#shared/texts/bot/answers-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Bloom } from '#web/kit/bloom.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { confidencePetals } from './confidence-petals.ts'

/** How sure the bot was: petals and the same in words, never a percentage. */
export function ConfidenceBloom({ confidence, width = 28 }: { confidence: number; width?: number }) {
  const petals = confidencePetals(confidence)
  return <Bloom filled={petals} width={width} />
}

/** "khá chắc (4/5)" */
export function useConfidenceWords(): (confidence: number) => string {
  const texts = useTexts(answersTexts)
  const words = [texts.sure0, texts.sure1, texts.sure2, texts.sure3, texts.sure4, texts.sure5]
  return confidence => {
    const petals = confidencePetals(confidence)
    return fill(texts.sureOf, { words: words[petals] ?? '', petals })
  }
}
