import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import type { BotTexts } from '#shared/texts/bot/bot-texts.ts'
import { answerCard } from './answer-card.ts'
import { answerClass, answerValue } from './answer-fact.ts'
import { answerList } from './answer-list.ts'
import { answerStatement } from './answer-statement.ts'
import type { FactAnswer, FactAsked } from './facts-of.ts'

const kinds = [answerClass, answerValue, answerCard, answerStatement, answerList]

export function collectFacts(knowledge: Knowledge, question: string, asked: FactAsked, texts: BotTexts): FactAnswer[] {
  return kinds.flatMap(answer => answer(knowledge, question, asked, texts) ?? [])
}
