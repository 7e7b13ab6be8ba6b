import type { Statement } from '../compiling/entries.ts'
import type { StatementMeasures } from '../finding/find-statements.ts'
import { plainText, wordsIn } from '../reading/plain-text.ts'

const maxLeadLength = 60

/** Prefixed with the heading or label if the text does not say what it is about. */
export function sayStatement(
  { text, about, path, isPair }: Statement,
  measures: Pick<StatementMeasures, 'explained' | 'own'>,
): string {
  const sentence = text.replace(/\s*[.;,]$/u, '')
  if (measures.explained - measures.own < minLedShare) return sentence
  const lead = [isPair ? undefined : about[0], path.length > 1 ? path.at(-1) : undefined].find(
    one => one !== undefined && isLead(one, sentence),
  )
  return lead ? `${lead}: ${sentence}` : sentence
}

const minLedShare = 0.1

function isLead(lead: string, sentence: string): boolean {
  if (lead.length > maxLeadLength || lead.endsWith('?') || lead === lead.toUpperCase() || /\d/u.test(lead)) return false
  const own = new Set(wordsIn(sentence))
  return plainText(lead).length > 2 && wordsIn(lead).some(word => !own.has(word))
}
