import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { mostPairs } from '#shared/contracts/training.contract.ts'
import { fold } from '#shared/rules/fold.ts'
import { failure } from '#platform/errors.ts'
import type { Pair } from './clean-pair.ts'

/** `line`: where the row begins in the file, counted from 1. */
export type CsvRow = Pair & { line: number }

type Records = { record: string[]; line: number }[]

const delimiters = [';', '\t', ','] as const
const questionNames = new Set(['cau hoi', 'hoi', 'question', 'questions', 'q'])
const answerNames = new Set(['cau tra loi', 'tra loi', 'dap', 'dap an', 'cau dap', 'answer', 'answers', 'a'])
const mostRecords = mostPairs + 1
/** Rows by which the sign between columns is known. */
const rowsThatTell = 200
const bytesThatTell = 262_144
/** Bytes: a few milliseconds of reading. */
const inOneGo = 16_384

/**
 * Questions and answers of a CSV file, as spreadsheets write them: UTF-8 or UTF-16, semicolons, commas or tabs, quoted or not, with or
 * without a line of column names (Vietnamese or English). @throws training.text_encoding, training.csv_unreadable, training.csv_too_large
 */
export async function readCsv(bytes: Uint8Array): Promise<CsvRow[]> {
  const text = decode(bytes)
  const records = await bestReading(text)
  const [first] = records
  if (!first) throw failure('training.csv_unreadable')
  const names = first.record.map(name =>
    fold(name.normalize('NFC'))
      .replace(/[^a-z]+/g, ' ')
      .trim(),
  )
  const asked = names.findIndex(name => questionNames.has(name))
  const answered = names.findIndex(name => answerNames.has(name))
  const named = asked >= 0 && answered >= 0
  const rows = (named ? records.slice(1) : records).map(({ record, line }) => ({
    line,
    question: plain(record[named ? asked : 0] ?? ''),
    answer: plain(record[named ? answered : 1] ?? ''),
  }))
  if (rows.length === 0) throw failure('training.csv_unreadable')
  if (rows.length > mostPairs) throw failure('training.csv_too_large')
  return rows
}

function decode(bytes: Uint8Array): string {
  const [a, b] = bytes
  const zeros = (start: number): number => {
    let count = 0
    for (let i = start; i < Math.min(bytes.length, 400); i += 2) if (bytes[i] === 0) count++
    return count
  }
  const bigEndian = (a === 0xfe && b === 0xff) || zeros(0) > 20
  const littleEndian = (a === 0xff && b === 0xfe) || zeros(1) > 20
  const encoding = bigEndian ? 'utf-16be' : littleEndian ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw failure('training.text_encoding')
  }
}

/** The sign between columns is the one that gives most rows the same number of them, at least two: told by the first rows. */
async function bestReading(text: string): Promise<Records> {
  // Excel writes this line to say which sign it uses.
  const told = /^sep=(.)\r?\n/i.exec(text)
  const body = Buffer.from(told ? text.slice(told[0].length) : text)
  const signs: { sign: string; share: number }[] = []
  for (const sign of told ? [told[1] ?? ','] : delimiters) {
    const records = await recordsOf(body.subarray(0, bytesThatTell), sign, rowsThatTell, body.length > bytesThatTell)
    if (!records) continue
    const widths = Map.groupBy(records, ({ record }) => record.length)
    const usual = Math.max(0, ...[...widths].map(([width, rows]) => (width >= 2 ? rows.length : 0)))
    signs.push({ sign, share: usual / Math.max(1, records.length) })
  }
  signs.sort((a, b) => b.share - a.share)
  for (const { sign, share } of signs) {
    const records = share > 0 ? await recordsOf(body, sign, mostRecords) : undefined
    if (records) return records
  }
  throw failure('training.csv_unreadable')
}

/** @returns at least `most` and some more, where there are so many; undefined where it cannot be read so */
async function recordsOf(text: Buffer, delimiter: string, most: number, isCut = false): Promise<Records | undefined> {
  const records: Records = []
  let end = 0
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: 100_000,
    on_record(record: string[], { lines }: { lines: number }) {
      const breaks = record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
      records.push({ record, line: Math.max(end + 1, lines - breaks) })
      end = lines
      return null
    },
  })
  const isWhole = finished(parser.resume()).then(
    () => true,
    () => false,
  )
  for (let at = 0; at < text.length && records.length <= most && !parser.destroyed; at += inOneGo) {
    parser.write(text.subarray(at, at + inOneGo))
    // Others are served in between.
    await setImmediate()
  }
  if (records.length > most || (isCut && !parser.destroyed)) {
    parser.destroy()
    return records
  }
  parser.end()
  return (await isWhole) ? records : undefined
}

/** The sign that our own export puts before what a spreadsheet would take for a formula. */
function plain(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t])/, '')
}
