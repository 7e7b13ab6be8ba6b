import type { CorrectionsTexts } from '#shared/texts/training/corrections-texts.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { Conversation } from '#web/data/wire-rows.ts'

export function askerName(
  row: Pick<Conversation, 'contact_name' | 'contact_id'>,
  texts: Pick<CorrectionsTexts, 'customer'>,
): string {
  return row.contact_name.trim() || fill(texts.customer, { code: row.contact_id.slice(-4).toUpperCase() })
}
