import type { Turn } from '#features/training/query.ts'
import { fold } from '#shared/rules/fold.ts'
import { answerFact } from './answer-fact.ts'

/** "Còn ngày lễ thì sao": what it is about was said before. */
const goesOn =
  /^(?:dạ |da |à |ủa )?(?:còn|con|thế|the|vậy|vay|and|what about|how about|then)(?!\p{L})|(?:thì|thi) (?:sao|bao nhiêu|nhiêu|nhieu|bn|thế nào)|(?<!\p{L})(?:nó|đó|này|kia|it|that|this|one)(?!\p{L})/iu

/** From facts, with the conversation; a question that needs none is answered as if there had been none. */
export function factWith(
  ...[knowledge, text, asked, texts]: Parameters<typeof answerFact>
): ReturnType<typeof answerFact> {
  const picked = questionPicked(text, asked.history)
  if (picked !== undefined) return answerFact(knowledge, picked, { ...asked, history: [] }, texts)
  const withAll = answerFact(knowledge, text, asked, texts)
  if (withAll || asked.history.length === 0 || goesOn.test(text)) return withAll
  return answerFact(knowledge, text, { ...asked, history: [] }, texts)
}

/** It asks, or numbers what may be picked, as on Zalo. */
const offers = /\?\s*$|\n1\. /u

/** "Bánh kem dâu hay bánh kem nho ạ?" – "Bánh kem nho": the question before, of that one. */
function questionPicked(text: string, history: readonly Turn[]): string | undefined {
  const offered = history.at(-1)
  const before = history.findLast(({ role }) => role === 'customer')
  if (offered?.role !== 'bot' || !before || !offers.test(offered.text)) return undefined
  const plain = (words: string) => fold(words).toLowerCase().trim()
  return plain(offered.text).includes(plain(text)) ? `${text.trim()}: ${before.text}` : undefined
}
