import { readDay } from '#shared/rules/time/calendar-days.ts'
import type { FieldKind } from '#shared/contracts/customers/customer-fields.contract.ts'
import { storableLine } from '#platform/text/storable-text.ts'

export type FieldValue = string | number | boolean

/** undefined: not of this kind. Words are one line of at most 200 letters, days are 2026-11-23. */
export function fieldValue(
  { kind, choices }: { kind: FieldKind; choices: readonly string[] },
  given: unknown,
): FieldValue | undefined {
  if (kind === 'yes_no') return typeof given === 'boolean' ? given : undefined
  if (kind === 'number') return typeof given === 'number' && Number.isFinite(given) ? given : undefined
  if (typeof given !== 'string') return undefined
  const text = storableLine(given)
  if (!text || text.length > 200) return undefined
  if (kind === 'choice') return choices.includes(text) ? text : undefined
  // "today" only completes a day without a year.
  if (kind === 'date') return /^(?:19|20)\d\d-\d\d-\d\d$/.test(text) ? readDay(text, text) : undefined
  return text
}
