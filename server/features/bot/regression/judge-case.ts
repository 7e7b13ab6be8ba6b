import type { Day } from '#server/answering/reading/days.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { canonicalNumbers, numbersIn } from '#features/training/language/numbers.ts'
import type { BotSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { Act } from '#shared/words.ts'
import type { Answer } from '../messages/asked-answer.ts'
import { answerMessage } from '../messages/answer-message.ts'

export type Case = { question: string; act: Act; expected: string[]; source_id: string | null }
export type Judge = { knowledge: Knowledge; settings: BotSettings; today: Day }
export type Outcome = { right: boolean; act: Act; reply: string; confidence: number; quotes: string[] }

/** Judges the bot's knowledge, without a model. Right: the expected act, each expected value or the words, and the expected source. */
export function judgeCase({ knowledge, settings, today }: Judge, one: Case): Outcome {
  const { threshold } = settings
  return judgeReply(answerMessage(knowledge, { text: one.question, history: [], threshold, settings, today }), one)
}

export type JudgedReply = Pick<Answer, 'act' | 'reply' | 'citations' | 'confidence'>

export function judgeReply({ act, reply, citations, confidence }: JudgedReply, one: Case): Outcome {
  const words = plain(reply)
  const quotes = one.source_id === null || citations.some(citation => citation.source_id === one.source_id)
  // A question for a person also counts as left to one if the owner's rules say so.
  const does = act === one.act || (one.act === 'abstain' && act === 'handoff')
  const quoted = citations.map(({ quote }) => plain(quote))
  const all = [reply, ...citations.map(({ quote }) => quote)].join('\n')
  const has = (expected: string) =>
    words.includes(plain(expected)) || quoted.includes(plain(expected)) || statesSameValues(expected, all)
  const right = does && quotes && one.expected.every(has)
  return { right, act, reply, confidence, quotes: citations.map(({ quote }) => quote) }
}

/** Minimum share of words beside the values: the same price of another thing is another answer. */
const minWords = 0.6

/** Same values (amounts, times, dates) of the same thing, so reordered columns do not matter; without values the words decide. */
function statesSameValues(expected: string, reply: string): boolean {
  const values = numbersIn(expected)
  const there = new Set(numbersIn(reply))
  if (values.length === 0 || !values.every(value => there.has(value))) return false
  const wordsOf = (text: string) => fold(text.toLowerCase()).match(/\p{L}{2,}/gu) ?? []
  const replyWords = new Set(wordsOf(reply))
  const named = wordsOf(expected)
  return named.length > 0 && named.filter(word => replyWords.has(word)).length / named.length >= minWords
}

function plain(text: string): string {
  return ` ${fold(canonicalNumbers(text.toLowerCase()))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}
