import { readDay } from '#shared/rules/time/calendar-days.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { FieldRow } from '../fields/customer-fields.ts'
import { type FieldValue, fieldValue } from '../fields/field-value.ts'

const yes = new Set(['co', 'x', 'yes', 'y', 'true', '1', 'dung', 'roi'])
const no = new Set(['khong', 'ko', 'no', 'n', 'false', '0', 'chua'])

export function cellValue(field: Pick<FieldRow, 'kind' | 'choices'>, cell: string): FieldValue | undefined {
  switch (field.kind) {
    case 'number':
      return fieldValue(field, numberIn(cell))
    case 'date':
      return fieldValue(field, dayOf(cell))
    case 'yes_no':
      return yes.has(fold(cell)) ? true : no.has(fold(cell)) ? false : undefined
    case 'choice':
      return field.choices.find(choice => fold(choice) === fold(cell))
    case 'text':
      return fieldValue(field, cell)
  }
}

/** 1.200.000, 1,200,000, 3,5 or 250000đ. Three digits after a point are thousands. */
function numberIn(cell: string): number | undefined {
  const digits = cell.replaceAll(' ', '').replace(/(?:đ|₫|vn[dđ])$/i, '')
  if (/^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(digits)) return Number(digits.replaceAll('.', '').replace(',', '.'))
  if (/^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return Number(digits.replaceAll(',', ''))
  return /^-?\d+(?:[.,]\d+)?$/.test(digits) ? Number(digits.replace(',', '.')) : undefined
}

/** With a full year: 85 would be ambiguous. */
function dayOf(cell: string): string | undefined {
  const [day = ''] = cell.split(/[ T]/)
  return /(?:^|\D)\d{4}(?:\D|$)/.test(day) ? readDay(day, day) : undefined
}
