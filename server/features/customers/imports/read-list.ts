import { csvRecords } from '#platform/csv-records.ts'
import { failure } from '#platform/errors.ts'
import { mostImportColumns, mostImportRows } from '#shared/contracts/imports.contract.ts'
import { decodeList } from './decode-list.ts'

/** Longer than anything that is taken: it is told, not cut. */
const longestCell = 1100

export type ListRow = { cells: string[]; line: number }

/** The rows of a list as they stand in the file. @throws customer.import_unreadable, customer.import_too_large */
export async function readList(bytes: Uint8Array): Promise<ListRow[]> {
  const text = decodeList(bytes)
  if (text === undefined || text.trim() === '') throw failure('customer.import_unreadable')
  const records = (await csvRecords(text, mostImportRows + 1)) ?? oneColumn(text)
  if (records.length > mostImportRows + 1) throw failure('customer.import_too_large')
  const rows = records.map(({ record, line }) => ({ line, cells: record.map(plain) }))
  if (rows.length === 0 || rows.some(({ cells }) => cells.length > mostImportColumns))
    throw failure('customer.import_unreadable')
  return rows
}

/** Numbers alone, one under the other. */
function oneColumn(text: string): { record: string[]; line: number }[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((cell, i) => ({ record: [cell], line: i + 1 }))
    .filter(({ record }) => record[0]?.trim())
}

/** Without the sign that guards a spreadsheet against formulas, and without what is not seen. */
function plain(cell: string): string {
  return cell
    .replace(/^\ufeff/, '')
    .replace(/^'(?=[=+\-@\d])/, '')
    .replace(/[\s\u00a0\u200b]+/g, ' ')
    .trim()
    .slice(0, longestCell)
}
