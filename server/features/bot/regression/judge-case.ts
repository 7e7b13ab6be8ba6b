import type { Knowledge } from '#features/training/knowledge.ts'
import { canonicalNumbers } from '#features/training/numbers.ts'
import type { BotSettings } from '#shared/contracts/bot-settings.contract.ts'
import { fold } from '#shared/rules/fold.ts'
import { answerMessage } from '../answer-message.ts'

export type Case = { question: string; expected: string[]; source_id: string | null }
export type Outcome = { right: boolean; act: string; reply: string }

/** What the bot says to a case's question, by what it knows alone, and whether that is right. */
export function judgeCase(knowledge: Knowledge, settings: BotSettings, one: Case): Outcome {
  const { threshold } = settings
  const { act, reply, citations } = answerMessage(knowledge, { text: one.question, history: [], threshold, settings })
  const said = plain(reply)
  const quotes = one.source_id === null || citations.some(citation => citation.source_id === one.source_id)
  const right = act === 'answer' && quotes && one.expected.every(words => said.includes(plain(words)))
  return { right, act, reply }
}

/** Words and figures, however they are written. */
function plain(text: string): string {
  return ` ${fold(canonicalNumbers(text.toLowerCase()))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}
