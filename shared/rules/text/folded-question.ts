import { fold } from './fold.ts'

/** Ignores accents, case and punctuation. */
export function foldedQuestion(question: string): string {
  return fold(question)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
