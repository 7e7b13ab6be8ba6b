import type { ImportColumn } from '#shared/contracts/customers/imports.contract.ts'
import { detectContacts } from '#shared/rules/contacts/contact-info.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { ListRow } from './read-list.ts'

/** Folded prefixes; longer ones must come first. */
const names: [ImportColumn, string[]][] = [
  ['consent_at', ['ngay dong y', 'consent date', 'agreed on', 'dong y luc']],
  ['consent_how', ['cach dong y', 'bang chung', 'consent how', 'proof', 'dong y bang']],
  ['consent_words', ['noi dung dong y', 'loi dong y', 'consent words', 'agreed to']],
  ['phone', ['so dien thoai', 'dien thoai', 'sdt', 'so dt', 'dt', 'di dong', 'phone', 'mobile', 'tel', 'so may']],
  ['email', ['email', 'e mail', 'mail', 'thu dien tu']],
  ['address', ['dia chi', 'address']],
  ['tags', ['tag', 'tags', 'labels', 'nhan khach', 'nhan dan']],
  ['language', ['ngon ngu', 'language']],
  ['name', ['ho va ten', 'ho ten', 'ten khach', 'ten', 'khach', 'full name', 'name', 'customer']],
]

export function guessColumns(
  rows: ListRow[],
  fields: readonly { id: string; name: string }[] = [],
): { hasNames: boolean; columns: string[]; map: ImportColumn[] } {
  const [first] = rows
  const width = Math.max(0, ...rows.slice(0, 50).map(({ cells }) => cells.length))
  const heads = Array.from({ length: width }, (_, i) => first?.cells[i] ?? '')
  const named = once(heads.map(head => byName(head, fields)))
  const hasNames = named.some(column => column !== 'none') && !heads.some(head => byContents(head) !== 'none')
  const sample = rows.slice(hasNames ? 1 : 0, 50)
  const map = hasNames
    ? named
    : once(heads.map((_, i) => majorityOf(sample.map(({ cells }) => byContents(cells[i] ?? '')))))
  return { hasNames, columns: hasNames ? heads.map(head => head.slice(0, 100)) : heads.map(() => ''), map }
}

function byName(head: string, fields: readonly { id: string; name: string }[]): ImportColumn {
  const own = fields.find(({ name }) => fold(name) === fold(head.normalize('NFC')))
  if (own) return `field:${own.id}`
  const folded = fold(head.normalize('NFC'))
    .replace(/[^a-z]+/g, ' ')
    .trim()
  // "Nhân viên" has the same prefix.
  if (folded === 'nhan') return 'tags'
  return names.find(([, some]) => some.some(name => folded === name || folded.startsWith(`${name} `)))?.[0] ?? 'none'
}

function byContents(cell: string): ImportColumn {
  const [detail] = detectContacts(/^[35789]\d{8}$/.test(cell) ? `0${cell}` : cell)
  if (detail?.kind === 'phone' || detail?.kind === 'landline') return 'phone'
  return detail?.kind === 'email' ? 'email' : 'none'
}

function majorityOf(found: ImportColumn[]): ImportColumn {
  return (
    (['phone', 'email'] as const).find(kind => found.filter(one => one === kind).length * 2 > found.length) ?? 'none'
  )
}

function once(map: ImportColumn[]): ImportColumn[] {
  return map.map((column, i) =>
    column === 'phone' || column === 'email' || map.indexOf(column) === i ? column : 'none',
  )
}
