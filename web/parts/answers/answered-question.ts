import type { Result } from '#shared/contracts/api.ts'
import type { NewCase } from '#shared/contracts/bot/bot.contract.ts'
import type { ExamQuestion } from '#shared/contracts/training/facts.results.ts'
import { maxAnswerLength } from '#shared/contracts/training/training.contract.ts'
import { readCitations } from './citations.ts'

export type BotAnswer = Result<'POST /api/v1/bot/ask'>
/** 'failed': it could not be asked; undefined: not yet */
export type AnsweredQuestion = ExamQuestion & { answer: BotAnswer | 'failed' | undefined }

/** What could not be asked is not right yet, nor is silence where the value is known. */
export function mayBeRight({ answer, expected }: Pick<AnsweredQuestion, 'answer' | 'expected'>): boolean {
  return answer !== undefined && answer !== 'failed' && (expected === null || answer.act === 'answer')
}

/** What must stay the same: the fact's value, else the quoted text, or that there is no answer. */
export function caseFrom({ text, expected, answer }: Omit<AnsweredQuestion, 'topic'>): NewCase {
  const known = answer === 'failed' ? undefined : answer
  if (expected === null && known?.act !== 'answer') return { question: text, act: known?.act ?? 'abstain' }
  const [quoted] = readCitations(known?.citations ?? [])
  return { question: text, expected: (expected ?? quoted?.quote ?? known?.reply ?? '').slice(0, maxAnswerLength) }
}
