import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import type { BotTexts } from '#shared/texts/bot/bot-texts.ts'
import type { Language } from '#shared/words.ts'
import { unproven } from '../checks/number-lock.ts'
import type { Citation } from '#shared/contracts/bot/bot.results.ts'
import { speaksOther } from '../answers/compose.ts'
import { inOtherWords } from '../understanding/other-words.ts'

export function quoteLines(
  lines: readonly string[],
  citations: readonly Citation[],
  language: Language,
  texts: BotTexts,
  knowledge: Knowledge,
): string {
  const foreign = lines.filter(line => speaksOther(line, language))
  const lead = foreign.length ? texts.otherLanguage : texts.several
  const [only = ''] = lines
  const reply =
    lines.length > 1
      ? [lead, ...lines.map(line => `• ${line}`)].join('\n')
      : foreign.length
        ? `${lead} ${only}`
        : texts.one.replace('{quote}', () => only + endOf(only, texts))
  const meant = foreign.flatMap(line => inOtherWords(line, language) ?? [])
  if (meant.length === 0) return reply
  const both = `${reply}\n${texts.inOtherWords} ${meant.join('. ')}.`
  const cited = knowledge
    .positionsOf(citations.map(({ passage_id: id }) => id))
    .map(position => knowledge.passages[position]!)
  return unproven(both, { cited: cited.flatMap(({ title, heading, text }) => [title, heading, text]) }).length
    ? reply
    : both
}

function endOf(line: string, texts: BotTexts): string {
  return /[\p{L}\p{N})%]$/u.test(line) && !/\sạ$/u.test(line) ? texts.oneEnd : ''
}
