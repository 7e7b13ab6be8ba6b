import { fold } from '#shared/rules/text/fold.ts'

/** Two questions with the same letters are one, whatever their marks, capitals and signs. */
export function foldedQuestion(question: string): string {
  return fold(question)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
