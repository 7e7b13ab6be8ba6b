type Details = string | Record<string, string>[] | null

export class RestError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Details
  readonly hint: string | null

  constructor(status: number, code: string, message: string, details: Details = null, hint: string | null = null) {
    super(message)
    this.name = 'RestError'
    this.status = status
    this.code = code
    this.details = details
    this.hint = hint
  }
}

export function notUnderstood(what: string, at: number, expected: string): RestError {
  return new RestError(400, 'PGRST100', `${what} (line 1, column ${at + 1})`, expected)
}

export function noSuchTable(name: string, alike: string | undefined): RestError {
  const hint = alike === undefined ? null : `Perhaps you meant the table 'public.${alike}'`
  return new RestError(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`, null, hint)
}

export function noSuchColumn(table: string, column: string): RestError {
  return new RestError(400, '42703', `column ${table}.${column} does not exist`)
}

export function notOne(rows: number): RestError {
  return new RestError(
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    `The result contains ${rows} rows`,
  )
}

export function notEmbedded(name: string): RestError {
  return new RestError(
    400,
    'PGRST108',
    `'${name}' is not an embedded resource in this request`,
    null,
    `Verify that '${name}' is included in the 'select' query parameter.`,
  )
}

type DatabaseError = { code: string; message: string; detail?: string; hint?: string }

/** @returns undefined for errors not from the database; status as in PostgREST */
export function fromDatabase(error: unknown, isPerson: boolean): RestError | undefined {
  const { code, message, detail, hint } = error as Partial<DatabaseError>
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return undefined
  return new RestError(statusOf(code, isPerson), code, message ?? '', detail ?? null, hint ?? null)
}

function statusOf(code: string, isPerson: boolean): number {
  const raised = /^PT([2-5]\d\d)$/.exec(code)
  if (raised) return Number(raised[1])
  if (code === '42501') return isPerson ? 403 : 401
  if (code === '42P01' || code === '42883') return 404
  if (code === '23503' || code === '23505') return 409
  if (code === '25006') return 405
  if (code === '57014' || /^(40|55|58|XX)/.test(code)) return 500
  if (/^(08|53|57P)/.test(code)) return 503
  return 400
}
