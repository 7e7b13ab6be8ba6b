import type { IntentKind, IntentPart, IntentFields } from '../../words.ts'

const needed: Record<IntentKind, readonly IntentPart[]> = {
  booking: ['what', 'said_when', 'customer_name', 'phone'],
  order: ['what', 'phone', 'address'],
  callback: ['phone'],
}

/** Who comes with four people says what for. */
export function missingParts(kind: IntentKind, fields: IntentFields): IntentPart[] {
  const isTable = kind === 'booking' && Boolean(fields.how_many)
  return needed[kind].filter(part => !fields[part] && !(isTable && part === 'what'))
}
