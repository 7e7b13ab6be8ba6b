import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'

/** `line`: where the row begins in the file, from 1. */
export type CsvRecords = { record: string[]; line: number }[]
export type CsvBounds = {
  /** rows; a few more may be read */
  maxRecords: number
  /** cells; a wider row is cut one past this and ends the reading */
  widest?: number
  clean?: (cell: string) => string
}

const delimiters = [';', '\t', ','] as const
const sampleRows = 200
const sampleBytes = 262_144
const inOneGo = 16_384

/** @returns undefined for no table; the separator (semicolon, comma, tab) is the one giving most rows equal widths of two or more */
export async function csvRecords(text: string, bounds: CsvBounds): Promise<CsvRecords | undefined> {
  // Excel declares its separator this way.
  const declared = /^sep=(.)\r?\n/i.exec(text)
  const body = Buffer.from(declared ? text.slice(declared[0].length) : text)
  const signs: { sign: string; share: number }[] = []
  for (const sign of declared ? [declared[1] ?? ','] : delimiters) {
    const records = await recordsOf(
      body.subarray(0, sampleBytes),
      sign,
      { maxRecords: sampleRows },
      body.length > sampleBytes,
    )
    if (!records) continue
    const widths = Map.groupBy(records, ({ record }) => record.length)
    const common = Math.max(0, ...[...widths].map(([width, rows]) => (width >= 2 ? rows.length : 0)))
    signs.push({ sign, share: common / Math.max(1, records.length) })
  }
  signs.sort((a, b) => b.share - a.share)
  for (const { sign, share } of signs) {
    const records = share > 0 ? await recordsOf(body, sign, bounds) : undefined
    if (records) return records
  }
  return undefined
}

async function recordsOf(
  text: Buffer,
  delimiter: string,
  { maxRecords, widest = Infinity, clean = cell => cell }: CsvBounds,
  isCut = false,
): Promise<CsvRecords | undefined> {
  const records: CsvRecords = []
  let end = 0
  let isTooWide = false
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: 100_000,
    on_record(record: string[], { lines }: { lines: number }) {
      const breaks = record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
      if (!isTooWide)
        records.push({ record: record.slice(0, widest + 1).map(clean), line: Math.max(end + 1, lines - breaks) })
      end = lines
      isTooWide ||= record.length > widest
      return null
    },
  })
  const isWhole = finished(parser.resume()).then(
    () => true,
    () => false,
  )
  for (let at = 0; at < text.length && records.length <= maxRecords && !isTooWide && !parser.destroyed; at += inOneGo) {
    parser.write(text.subarray(at, at + inOneGo))
    await setImmediate()
  }
  if (records.length > maxRecords || isTooWide || (isCut && !parser.destroyed)) {
    parser.destroy()
    return records
  }
  parser.end()
  return (await isWhole) ? records : undefined
}
