import type { Day } from '#server/answering/reading/days.ts'
import type { Knowledge } from '#features/training/knowledge.ts'
import { canonicalNumbers } from '#features/training/numbers.ts'
import type { BotSettings } from '#shared/contracts/bot-settings.contract.ts'
import { fold } from '#shared/rules/fold.ts'
import type { Act } from '#shared/words.ts'
import { answerMessage } from '../answer-message.ts'

export type Case = { question: string; act: Act; expected: string[]; source_id: string | null }
/** What answers, by which settings, on which day. */
export type Judge = { knowledge: Knowledge; settings: BotSettings; today: Day }
export type Outcome = { right: boolean; act: Act; reply: string; confidence: number; quotes: string[] }

/**
 * What the bot says to a case's question, by what it knows alone and not by a model, and whether that is right: it does what it
 * should; it has each of the expected words, or quotes just them, and comes from the source that it should.
 */
export function judgeCase({ knowledge, settings, today }: Judge, one: Case): Outcome {
  const { threshold } = settings
  const said = answerMessage(knowledge, { text: one.question, history: [], threshold, settings, today })
  const { act, reply, citations, confidence } = said
  const words = plain(reply)
  const quotes = one.source_id === null || citations.some(citation => citation.source_id === one.source_id)
  // What is to be left to a person is left to one as well where the owner's rules say so before anything is looked up.
  const does = act === one.act || (one.act === 'abstain' && act === 'handoff')
  const quoted = citations.map(({ quote }) => plain(quote))
  const has = (expected: string) => words.includes(plain(expected)) || quoted.includes(plain(expected))
  const right = does && quotes && one.expected.every(has)
  return { right, act, reply, confidence, quotes: citations.map(({ quote }) => quote) }
}

/** Words and figures, however they are written. */
function plain(text: string): string {
  return ` ${fold(canonicalNumbers(text.toLowerCase()))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}
