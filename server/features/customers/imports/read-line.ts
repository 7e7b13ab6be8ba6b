import type { ImportColumn, ImportConsent, LineProblem } from '#shared/contracts/customers/imports.contract.ts'
import { detectContacts } from '#shared/rules/contacts/contact-info.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { FieldRow } from '../fields/customer-fields.ts'
import type { FieldValue } from '../fields/field-value.ts'
import { cellValue } from './cell-value.ts'
import type { Language } from '#shared/words.ts'

type Detail = { kind: 'phone' | 'landline' | 'email' | 'address'; value: string }
export type ListedPerson = {
  name: string
  language: Language | null
  details: Detail[]
  fields: Record<string, FieldValue>
  tags: string[]
  consent: { at: Date; how: string; words: string } | null
}
export type ReadLine = { person: ListedPerson; problems: LineProblem[] } | { problem: LineProblem }

const maxNameLength = 200
const maxAddressLength = 500
const maxTagLength = 40
const maxTags = 20

export function readLine(
  cells: string[],
  { map, consent, fields: known = [] }: { map: ImportColumn[]; consent: ImportConsent | null; fields?: FieldRow[] },
  now: Date,
): ReadLine {
  const of = (column: ImportColumn): string[] => map.flatMap((one, i) => (one === column && cells[i] ? [cells[i]] : []))
  const name = of('name').join(' ').normalize('NFC')
  const [address = ''] = of('address')
  if (name.length > maxNameLength || address.length > maxAddressLength) return { problem: 'too_long' }
  const phones = of('phone').map(phonesIn)
  if (phones.some(found => found.length === 0)) return { problem: 'phone_invalid' }
  const emails = of('email').map(emailsIn)
  if (emails.some(found => found.length === 0)) return { problem: 'email_invalid' }
  const reached = [...phones.flat(), ...emails.flat()]
  if (reached.length === 0) return { problem: 'no_contact' }
  const problems: LineProblem[] = []
  const [spoken = ''] = of('language')
  const language = languageIn(spoken)
  if (spoken && !language) problems.push('language_unknown')
  const fields: ListedPerson['fields'] = {}
  for (const field of known) {
    const [cell = ''] = of(`field:${field.id}`)
    const value = cellValue(field, cell)
    if (value !== undefined) fields[field.id] = value
    else if (cell && !problems.includes('field_invalid')) problems.push('field_invalid')
  }
  const written = of('tags')
    .flatMap(cell => cell.split(/[,;|]/))
    .map(tag => tag.trim())
    .filter(Boolean)
  const tags = written.filter(tag => tag.length <= maxTagLength).slice(0, maxTags)
  if (tags.length < written.length) problems.push('tag_left_out')
  const agreed = consent && agreedIn(of, consent, now)
  if (agreed === 'incomplete') problems.push('consent_incomplete')
  const details = unique([
    ...reached,
    ...(address ? [{ kind: 'address' as const, value: address.normalize('NFC') }] : []),
  ])
  return {
    person: { name, language, details, fields, tags, consent: agreed === 'incomplete' ? null : agreed },
    problems,
  }
}

/** A spreadsheet drops a number's leading zero. */
function phonesIn(cell: string): Detail[] {
  const digits = cell.replace(/[\s.\-()]/g, '')
  const typed = /^[35789]\d{8}$/.test(digits) ? `0${digits}` : /^84\d{9}$/.test(digits) ? `+${digits}` : cell
  return detectContacts(typed).flatMap(({ kind, value }) =>
    kind === 'phone' || kind === 'landline' ? [{ kind, value }] : [],
  )
}

function emailsIn(cell: string): Detail[] {
  return detectContacts(cell).flatMap(({ kind, value }) => (kind === 'email' ? [{ kind, value }] : []))
}

function languageIn(cell: string): Language | null {
  const word = fold(cell)
  if (/^(?:vi|vn|viet|tieng viet|vietnamese)$/.test(word)) return 'vi'
  return /^(?:en|eng|anh|tieng anh|english)$/.test(word) ? 'en' : null
}

/** Requires when, how and in which words. */
function agreedIn(
  of: (column: ImportColumn) => string[],
  { how: defaultHow, words: defaultWords }: ImportConsent,
  now: Date,
): ListedPerson['consent'] | 'incomplete' {
  const [when = ''] = of('consent_at')
  const how = (of('consent_how')[0] ?? defaultHow).trim()
  const words = (of('consent_words')[0] ?? defaultWords).trim()
  if (!when) return of('consent_how').length + of('consent_words').length > 0 ? 'incomplete' : null
  const at = dayIn(when)
  if (!at || at > now || how.length < 3 || words.length < 3) return 'incomplete'
  return { at, how: how.slice(0, 500), words: words.slice(0, 1000) }
}

function dayIn(cell: string): Date | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(cell)
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: .*)?$/.exec(cell)
  const [year, month, day] = (iso ? [iso[1], iso[2], iso[3]] : local ? [local[3], local[2], local[1]] : []).map(Number)
  if (!year || !month || !day || year < 2000) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined
}

function unique(details: Detail[]): Detail[] {
  return details.filter(
    (one, i) => details.findIndex(other => other.kind === one.kind && other.value === one.value) === i,
  )
}
