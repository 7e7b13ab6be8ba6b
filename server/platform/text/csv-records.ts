import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'

/** Rows of a table, each with the line of the file on which it begins, counted from 1. */
export type CsvRecords = { record: string[]; line: number }[]
export type CsvBounds = {
  /** rows: at least so many and some more are read, where there are so many */
  most: number
  /** cells of a row: one that has more is cut behind the next, and is the last that is read */
  widest?: number
  /** what is made of each cell as it is read */
  clean?: (cell: string) => string
}

const delimiters = [';', '\t', ','] as const
/** Rows by which the sign between columns is known. */
const sampleRows = 200
const sampleBytes = 262_144
/** Bytes: a few milliseconds of reading. */
const inOneGo = 16_384

/**
 * A table as spreadsheets write it: semicolons, commas or tabs, quoted or not; others are served in between. The sign between columns
 * is the one that gives most rows the same number of them, at least two: told by the first rows.
 * @returns undefined where it is no table
 */
export async function csvRecords(text: string, bounds: CsvBounds): Promise<CsvRecords | undefined> {
  // Excel writes this line to say which sign it uses.
  const declared = /^sep=(.)\r?\n/i.exec(text)
  const body = Buffer.from(declared ? text.slice(declared[0].length) : text)
  const signs: { sign: string; share: number }[] = []
  for (const sign of declared ? [declared[1] ?? ','] : delimiters) {
    const records = await recordsOf(
      body.subarray(0, sampleBytes),
      sign,
      { most: sampleRows },
      body.length > sampleBytes,
    )
    if (!records) continue
    const widths = Map.groupBy(records, ({ record }) => record.length)
    const usual = Math.max(0, ...[...widths].map(([width, rows]) => (width >= 2 ? rows.length : 0)))
    signs.push({ sign, share: usual / Math.max(1, records.length) })
  }
  signs.sort((a, b) => b.share - a.share)
  for (const { sign, share } of signs) {
    const records = share > 0 ? await recordsOf(body, sign, bounds) : undefined
    if (records) return records
  }
  return undefined
}

/** @returns undefined where it cannot be read so */
async function recordsOf(
  text: Buffer,
  delimiter: string,
  { most, widest = Infinity, clean = cell => cell }: CsvBounds,
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
  for (let at = 0; at < text.length && records.length <= most && !isTooWide && !parser.destroyed; at += inOneGo) {
    parser.write(text.subarray(at, at + inOneGo))
    // Others are served in between.
    await setImmediate()
  }
  if (records.length > most || isTooWide || (isCut && !parser.destroyed)) {
    parser.destroy()
    return records
  }
  parser.end()
  return (await isWhole) ? records : undefined
}
