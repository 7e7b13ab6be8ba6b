import { maxAnswerLength, maxQuestionLength } from '#shared/contracts/training/training.contract.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { cleanText } from '#shared/rules/text/fold.ts'
import { foldedQuestion } from '#shared/rules/text/folded-question.ts'

export type Pair = { question: string; answer: string }

/** The question becomes one line. `problem`: why it is invalid. */
export function cleanPair(typed: Pair): Pair & { folded: string; problem: ErrorCode | null } {
  const question = tidy(typed.question).replace(/\s+/g, ' ')
  const answer = tidy(typed.answer)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
  return { question, answer, folded: foldedQuestion(question), problem: problemOf(question, answer) }
}

function tidy(text: string): string {
  return cleanText(text.toWellFormed())
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '')
    .trim()
}

function problemOf(question: string, answer: string): ErrorCode | null {
  if (foldedQuestion(question) === '' || !/[\p{L}\p{N}]/u.test(answer)) return 'training.pair_empty'
  const tooLong = question.length > maxQuestionLength || answer.length > maxAnswerLength
  return tooLong ? 'training.pair_too_long' : null
}
