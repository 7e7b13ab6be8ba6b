import { CsvError, parse } from 'csv-parse/sync'
import { RestError } from '../rest-error.ts'

/**
 * Rows of a CSV body: its first line names the columns, and a bare NULL is none.
 * @throws PGRST102 for lines that are not alike
 */
export function readCsvBody(text: string): Record<string, string | null>[] {
  try {
    const [names = [], ...lines] = parse(text, { bom: true, skip_empty_lines: true, max_record_size: 262_144 })
    return lines.map(line => Object.fromEntries(names.map((name, at) => [name, orNull(line[at])])))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new RestError(400, 'PGRST102', 'All lines must have same number of fields', error.message)
  }
}

function orNull(value: string | undefined): string | null {
  return value === undefined || value === 'NULL' ? null : value
}
