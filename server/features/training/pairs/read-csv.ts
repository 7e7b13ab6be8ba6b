import { maxPairs } from '#shared/contracts/training/training.contract.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { csvRecords } from '#platform/text/csv-records.ts'
import { failure } from '#platform/errors.ts'
import type { Pair } from './clean-pair.ts'

/** `line`: counted from 1. */
export type CsvRow = Pair & { line: number }

const questionNames = new Set(['cau hoi', 'hoi', 'question', 'questions', 'q'])
const answerNames = new Set(['cau tra loi', 'tra loi', 'dap', 'dap an', 'cau dap', 'answer', 'answers', 'a'])
const maxRecords = maxPairs + 1

/**
 * UTF-8 or UTF-16; semicolons, commas or tabs; header optional.
 * @throws training.text_encoding, training.csv_unreadable, training.csv_too_large
 */
export async function readCsv(bytes: Uint8Array): Promise<CsvRow[]> {
  const text = decode(bytes)
  const records = (await csvRecords(text, { maxRecords })) ?? []
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
  if (rows.length > maxPairs) throw failure('training.csv_too_large')
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

/** Undoes our export's formula escape. */
function plain(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t])/, '')
}
