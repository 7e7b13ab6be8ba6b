import type { IntentKind, IntentPart, IntentFields } from '../../words.ts'

const needed: Record<IntentKind, readonly IntentPart[]> = {
  booking: ['said_when', 'customer_name', 'phone'],
  order: ['what', 'phone', 'address'],
  callback: ['phone'],
}

export function missingParts(kind: IntentKind, fields: IntentFields): IntentPart[] {
  return needed[kind].filter(part => !fields[part])
}
