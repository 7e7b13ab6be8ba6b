import { CsvError, parse } from 'csv-parse/sync'
import { RestError } from '../rest-error.ts'

/**
 * A bare NULL is null.
 * @throws PGRST102 for uneven lines
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
