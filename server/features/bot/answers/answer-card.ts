import type { Place } from '#server/answering/compiling/entries.ts'
import type { CardLine } from '#server/answering/finding/fact-index.ts'
import { findCard } from '#server/answering/finding/find-card.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import type { BotTexts } from '#shared/texts/bot/bot-texts.ts'
import { speaksOther } from './compose.ts'
import { quoteLines } from '../quotes/quote-lines.ts'
import { type FactAnswer, type FactAsked, frameIn, placeOf, spokenLine, isSingleFact, validOn } from './facts-of.ts'

/** "Mấy giờ mở cửa", "shop ở đâu", "cho xin stk". */
export function answerCard(
  knowledge: Knowledge,
  question: string,
  { today, language }: FactAsked,
  texts: BotTexts,
): FactAnswer | undefined {
  const frame = frameIn(knowledge, question, today)
  const isValid = validOn(knowledge, today)
  const find = (isMeant: (line: CardLine) => boolean) =>
    findCard(frame, question, knowledge.facts.card, line => isValid(line) && isMeant(line))
  const inLanguage = find(line => !speaksOther(line.text, language))
  const { lines, isPlain } = inLanguage.lines.length ? inLanguage : find(() => true)
  if (lines.length === 0) return undefined
  const whole = [...new Map(lines.map(line => withLine(knowledge, line)).map(line => [line.text, line])).values()]
  const sentences = whole.map(({ text }) => text.replace(/[.;,]$/u, ''))
  const citations = whole.map(line => placeOf(knowledge, line))
  return {
    kind: 'card',
    isSure: isPlain,
    text: sentences.join('; '),
    reply: quoteLines(sentences, citations, language, texts, knowledge),
    citations,
  }
}

/** Includes the closing day on the same line. */
function withLine(knowledge: Knowledge, { text, place }: CardLine): { text: string; place: Place } {
  const { text: all } = knowledge.passages[place.passage]!
  const start = all.lastIndexOf('\n', place.start - 1) + 1
  const next = all.indexOf('\n', place.end)
  const line = { passage: place.passage, start, end: next < 0 ? all.length : next }
  const spoken = spokenLine(knowledge, line)
  return spoken.includes(text.replace(/[.;,]$/u, '')) && isSingleFact(knowledge, line, text)
    ? { text: spoken, place: line }
    : { text, place }
}
