import type { Turn } from '#features/training/search/query.ts'
import { fold } from '#shared/rules/text/fold.ts'

const offers = /\?\s*$|\n1\. /u

/** "Bánh kem dâu hay bánh kem nho ạ?" – "Bánh kem nho": the earlier question, about the chosen one. */
export function pickedQuestion(text: string, history: readonly Turn[]): string | undefined {
  const offered = history.at(-1)
  const before = history.findLast(({ role }) => role === 'customer')
  if (offered?.role !== 'bot' || !before || !offers.test(offered.text)) return undefined
  const plain = (words: string) => fold(words).toLowerCase().trim()
  return plain(offered.text).includes(plain(text)) ? `${text.trim()}: ${before.text}` : undefined
}
