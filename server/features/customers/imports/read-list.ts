import { setImmediate } from 'node:timers/promises'
import { csvRecords, type CsvRecords } from '#platform/text/csv-records.ts'
import { failure } from '#platform/errors.ts'
import { maxImportColumns, maxImportRows } from '#shared/contracts/customers/imports.contract.ts'
import { decodeList } from './decode-list.ts'

/** Longer cells are reported, not cut. */
const maxCellLength = 1100

export type ListRow = { cells: string[]; line: number }

/** @throws customer.import_unreadable, customer.import_too_large */
export async function readList(bytes: Uint8Array): Promise<ListRow[]> {
  const text = decodeList(bytes)
  if (text === undefined || text.trim() === '') throw failure('customer.import_unreadable')
  const bounds = { maxRecords: maxImportRows + 1, widest: maxImportColumns, clean: plain }
  const records = (await csvRecords(text, bounds)) ?? (await oneColumn(text))
  if (records.length > maxImportRows + 1) throw failure('customer.import_too_large')
  const rows = records.map(({ record, line }) => ({ line, cells: record }))
  if (rows.length === 0 || rows.some(({ cells }) => cells.length > maxImportColumns))
    throw failure('customer.import_unreadable')
  return rows
}

async function oneColumn(text: string): Promise<CsvRecords> {
  const records: CsvRecords = []
  let line = 1
  let seen = 0
  for (const [part] of text.matchAll(/[^\r\n]+|\r\n?|\n/g)) {
    if (++seen % 10_000 === 0) await setImmediate()
    if (/^[\r\n]/.test(part)) line++
    else if (part.trim()) records.push({ record: [plain(part)], line })
    if (records.length > maxImportRows + 1) break
  }
  return records
}

/** Removes the guard against spreadsheet formulas, and invisible characters. */
function plain(cell: string): string {
  return cell
    .replace(/^\ufeff/, '')
    .replace(/^'(?=[=+\-@\d])/, '')
    .replace(/[\s\u00a0\u200b]+/g, ' ')
    .trim()
    .slice(0, maxCellLength)
}
