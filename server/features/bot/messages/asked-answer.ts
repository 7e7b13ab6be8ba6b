import type { Judge } from '#server/answering/judging/judge.ts'
import type { Day } from '#server/answering/reading/days.ts'
import type { Turn } from '#features/training/search/query.ts'
import type { QuestionType } from '#features/training/search/question-type.ts'
import type { BotSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import type { ContactDetail } from '#shared/rules/contacts/contact-info.ts'
import type { Sentiment } from '#shared/rules/text/sentiment.ts'
import type { Act, Language } from '#shared/words.ts'
import type { Citation } from '../answers/compose.ts'
import type { Meaning } from '../answers/seek.ts'
import type { Closed } from '../settings/owner-rules.ts'

/** What a customer asks the bot, and all that the answer depends on beside the knowledge. */
export type Asked = {
  /** a message, or a burst of them joined by newlines */
  text: string
  /** the turns before it, oldest first */
  history: Turn[]
  /** lowest confidence with which to answer; null: the calibrated default */
  threshold: number | null
  /** what the owner has chosen; the rest is as usual */
  settings?: Partial<BotSettings>
  /** set outside of the shop's hours */
  closed?: Closed
  /** what is known of the passages' meaning */
  meaning?: Meaning | undefined
  /** where the shop is: what no longer holds then, or not yet, is not answered from; absent: everything holds */
  today?: Day | undefined
  /** how sure an answer is; absent: as it was learned */
  judge?: Judge | undefined
}

/** What the bot says to it, and why. */
export type Answer = {
  act: Act
  reply: string
  language: Language
  citations: Citation[]
  /** calibrated probability that the reply is right; 1 for what needs no knowledge */
  confidence: number
  contacts: ContactDetail[]
  sentiment: Sentiment
  question_type: QuestionType
  /** what was looked at, best first */
  retrieved: { passage_id: string; source_id: string; score: number; text: string }[]
  /** the questions of the message that are left open */
  left: string[]
  /** what a reply that asks back offers to be picked */
  choices: string[]
  path: 'embedded' | 'provider'
  trace: Record<string, unknown>
}
