import type { Judge } from '#server/answering/judging/judge.ts'
import type { Day } from '#server/answering/reading/days.ts'
import type { Turn } from '#features/training/search/query.ts'
import type { QuestionType } from '#features/training/search/question-type.ts'
import type { BotSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import type { ContactDetail } from '#shared/rules/contacts/contact-info.ts'
import type { Sentiment } from '#shared/rules/text/sentiment.ts'
import type { Act, Language } from '#shared/words.ts'
import type { Citation } from '#shared/contracts/bot/bot.results.ts'
import type { Trace } from '#shared/contracts/bot/trace.results.ts'
import type { Meaning } from '../answers/seek.ts'
import type { Closed } from '../settings/owner-rules.ts'

export type Asked = {
  text: string
  history: Turn[]
  /** lowest confidence with which to answer; null: the calibrated default */
  threshold: number | null
  settings?: Partial<BotSettings>
  closed?: Closed
  meaning?: Meaning | undefined
  /** in the shop's time zone; text not valid today is ignored; absent: everything is valid */
  today?: Day | undefined
  judge?: Judge | undefined
}

export type Answer = {
  act: Act
  reply: string
  language: Language
  citations: Citation[]
  /** calibrated probability that the reply is right; 1 if no knowledge was needed */
  confidence: number
  contacts: ContactDetail[]
  sentiment: Sentiment
  question_type: QuestionType
  retrieved: { passage_id: string; source_id: string; score: number; text: string }[]
  left: string[]
  choices: string[]
  path: 'embedded' | 'provider'
  trace: Trace
}
