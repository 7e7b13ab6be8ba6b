import { findCard } from '#server/answering/finding/find-card.ts'
import type { Day } from '#server/answering/reading/days.ts'
import { frameOf } from '#server/answering/understanding/frame.ts'
import type { Knowledge } from '#features/training/knowledge.ts'
import type { BotTexts } from '#shared/texts/bot-texts.ts'
import type { Language } from '#shared/words.ts'
import { speaksOther } from './compose.ts'
import { quoteLines } from './quote-lines.ts'
import { type FactAnswer, heardOf, placeOf, validOn } from './facts-of.ts'

const cardWorth = 0.93

/** "Mấy giờ mở cửa", "shop ở đâu", "cho xin stk": the lines of the documents about the shop itself. */
export function answerCard(
  knowledge: Knowledge,
  question: string,
  { today, language }: { today?: Day | undefined; language: Language },
  texts: BotTexts,
): FactAnswer | undefined {
  const frame = frameOf(heardOf(knowledge, question), today)
  const isValid = validOn(knowledge, today)
  const inLanguage = findCard(
    frame,
    question,
    knowledge.facts.card,
    line => isValid(line) && !speaksOther(line.text, language),
  )
  const lines = inLanguage.length ? inLanguage : findCard(frame, question, knowledge.facts.card, isValid)
  if (lines.length === 0) return undefined
  const said = lines.map(({ text }) => text.replace(/[.;,]$/u, ''))
  const citations = lines.map(line => placeOf(knowledge, line))
  return {
    said: said.join('; '),
    reply: quoteLines(said, citations, language, texts, knowledge),
    citations,
    confidence: cardWorth,
  }
}
