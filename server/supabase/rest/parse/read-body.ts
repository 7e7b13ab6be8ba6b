import { isDeeper } from '#platform/http/json-depth.ts'
import { readCsvBody } from './read-csv-body.ts'
import { RestError } from '../rest-error.ts'

export type Body = { type: string; bytes: Buffer }

/** The JSON goes to the database as received, so that no number loses a digit. */
export type Rows = {
  json: string
  rows: Record<string, unknown>[]
  isList: boolean
}

export const maxRowsWritten = 10_000
const deepest = 64
const jsonTypes = /^(application\/json|application\/vnd\.pgrst\.(object|array)(\+json)?|)$/

/** @throws PGRST102 for neither JSON, CSV nor a form, 54000 for too many rows */
export function readRowsBody({ type, bytes }: Body): Rows {
  const read = readRowsIn(type, bytes)
  if (read.rows.length > maxRowsWritten)
    throw new RestError(413, '54000', `At most ${maxRowsWritten} rows can be written at once`)
  return read
}

function readRowsIn(type: string, bytes: Buffer): Rows {
  if (type === 'text/csv') return listOf(readCsvBody(utf8(bytes)))
  if (type === 'application/x-www-form-urlencoded')
    return { ...listOf([Object.fromEntries(new URLSearchParams(utf8(bytes)))]), isList: false }
  if (!jsonTypes.test(type)) throw notAcceptable(type)
  const { value, text } = readJson(bytes)
  if (isObject(value)) return { json: `[${text}]`, rows: [value], isList: false }
  if (Array.isArray(value) && value.every(isObject)) return { json: text, rows: value, isList: true }
  throw new RestError(400, 'PGRST102', 'Empty or invalid json', 'An object or a list of objects is expected.')
}

export function readJson(bytes: Buffer): { value: unknown; text: string } {
  const text = utf8(bytes)
  if (isDeeper(text, deepest))
    throw new RestError(400, 'PGRST102', 'Empty or invalid json', `At most ${deepest} levels are read.`)
  try {
    return { value: JSON.parse(text) as unknown, text }
  } catch {
    throw new RestError(400, 'PGRST102', 'Empty or invalid json')
  }
}

export function isJsonType(type: string): boolean {
  return jsonTypes.test(type)
}

export function notAcceptable(type: string): RestError {
  return new RestError(400, 'PGRST102', `Content-Type not acceptable: ${type}`)
}

export function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RestError(400, 'PGRST102', 'The body is not UTF-8')
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(rows: Record<string, string | null>[]): Rows {
  return { json: JSON.stringify(rows), rows, isList: true }
}
