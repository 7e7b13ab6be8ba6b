import type { Knowledge } from '#features/training/knowledge.ts'
import type { BotTexts } from '#shared/texts/bot-texts.ts'
import { answerCard } from './answer-card.ts'
import { answerClass, answerValue } from './answer-fact.ts'
import { answerList } from './answer-list.ts'
import { answerStatement } from './answer-statement.ts'
import type { FactAnswer, FactAsked } from './facts-of.ts'

/** "Còn ngày lễ thì sao": what it is about was said before. */
const goesOn =
  /^(?:dạ |da |à |ủa )?(?:còn|con|thế|the|vậy|vay|and|what about|how about|then)(?!\p{L})|(?:thì|thi) (?:sao|bao nhiêu|nhiêu|nhieu|bn|thế nào)|(?<!\p{L})(?:nó|đó|này|kia|it|that|this|one)(?!\p{L})/iu

const kinds = [answerClass, answerValue, answerCard, answerStatement, answerList]

/** What compiled knowledge of each kind says to a question, with the conversation and, where that is not needed, without it. */
export function collectFacts(knowledge: Knowledge, question: string, asked: FactAsked, texts: BotTexts): FactAnswer[] {
  const facts = kinds.flatMap(answer => answer(knowledge, question, asked, texts) ?? [])
  if (asked.history.length === 0 || goesOn.test(question)) return facts
  const alone = kinds.flatMap(answer => answer(knowledge, question, { ...asked, history: [] }, texts) ?? [])
  const said = new Set(facts.map(fact => fact.said))
  return [...facts, ...alone.filter(fact => !said.has(fact.said))]
}
