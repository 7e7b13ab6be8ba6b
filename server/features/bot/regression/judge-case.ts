import type { Day } from '#server/answering/reading/days.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { canonicalNumbers, numbersIn } from '#features/training/language/numbers.ts'
import type { BotSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { Act } from '#shared/words.ts'
import type { Answer } from '../messages/asked-answer.ts'
import { answerMessage } from '../messages/answer-message.ts'

export type Case = { question: string; act: Act; expected: string[]; source_id: string | null }
/** What answers, by which settings, on which day. */
export type Judge = { knowledge: Knowledge; settings: BotSettings; today: Day }
export type Outcome = { right: boolean; act: Act; reply: string; confidence: number; quotes: string[] }

/**
 * What the bot says to a case's question, by what it knows alone and not by a model, and whether that is right: it does what it
 * should; it has each of the expected words or their values, or quotes just them, and comes from the source that it should.
 */
export function judgeCase({ knowledge, settings, today }: Judge, one: Case): Outcome {
  const { threshold } = settings
  return judgeReply(answerMessage(knowledge, { text: one.question, history: [], threshold, settings, today }), one)
}

/** What the bot said, as far as it is judged. */
export type JudgedReply = Pick<Answer, 'act' | 'reply' | 'citations' | 'confidence'>

/** The same of what was said already. */
export function judgeReply({ act, reply, citations, confidence }: JudgedReply, one: Case): Outcome {
  const words = plain(reply)
  const quotes = one.source_id === null || citations.some(citation => citation.source_id === one.source_id)
  // What is to be left to a person is left to one as well where the owner's rules say so before anything is looked up.
  const does = act === one.act || (one.act === 'abstain' && act === 'handoff')
  const quoted = citations.map(({ quote }) => plain(quote))
  const all = [reply, ...citations.map(({ quote }) => quote)].join('\n')
  const has = (expected: string) =>
    words.includes(plain(expected)) || quoted.includes(plain(expected)) || statesSameValues(expected, all)
  const right = does && quotes && one.expected.every(has)
  return { right, act, reply, confidence, quotes: citations.map(({ quote }) => quote) }
}

/** So many of the words that stood beside the values still do: of another thing the same price is another answer. */
const minWords = 0.6

/**
 * Whether every value that was expected (amounts, times, dates) is said of the same thing: a row of a table whose columns have changed
 * places, or a price that moved into a sentence, is the same answer. Without a value only the words themselves count.
 */
function statesSameValues(expected: string, said: string): boolean {
  const values = numbersIn(expected)
  const there = new Set(numbersIn(said))
  if (values.length === 0 || !values.every(value => there.has(value))) return false
  const wordsOf = (text: string) => fold(text.toLowerCase()).match(/\p{L}{2,}/gu) ?? []
  const saidWords = new Set(wordsOf(said))
  const named = wordsOf(expected)
  return named.length > 0 && named.filter(word => saidWords.has(word)).length / named.length >= minWords
}

/** Words and figures, however they are written. */
function plain(text: string): string {
  return ` ${fold(canonicalNumbers(text.toLowerCase()))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}
