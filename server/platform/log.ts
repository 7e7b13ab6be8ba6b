import { type DestinationStream, type LoggerOptions, pino, stdTimeFunctions } from 'pino'

export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const secretFields = [
  'password',
  'token',
  'access_token',
  'refresh_token',
  'authorization',
  'apikey',
  'cookie',
  'secret',
  'key',
  'text',
  'email',
  'phone',
  'code',
]

/** JSON lines. Secrets and people's words are blanked; e-mail addresses and long numbers are masked at any depth. */
export function makeLog(level: string, out: DestinationStream = pino.destination(1)): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: label => ({ level: label }), log: fields => maskedFields(fields) },
    redact: { paths: secretFields.flatMap(name => [name, `*.${name}`]), censor: '…' },
    serializers: { error: describe, err: describe },
    hooks: {
      logMethod(parts, method) {
        method.apply(this, parts.map(part => (typeof part === 'string' ? masked(part) : part)) as typeof parts)
      },
    },
  }
  return pino(options, out)
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return masked(String(error))
  const code = (error as { code?: unknown }).code
  return {
    name: error.name,
    message: masked(error.message),
    ...(error.cause === undefined ? {} : { cause: describe(error.cause) }),
    ...(code === undefined ? {} : { code }),
    stack: masked(error.stack ?? ''),
  }
}

const deepest = 6

function maskedFields(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, maskedValue(value, depth)]))
}

function maskedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return masked(value)
  if (typeof value !== 'object' || value === null || value instanceof Error) return value
  if (depth >= deepest) return '…'
  if (Array.isArray(value))
    return value.map(one => (one instanceof Error ? describe(one) : maskedValue(one, depth + 1)))
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
    ? maskedFields(value as Record<string, unknown>, depth + 1)
    : value
}

/** Nine digits (bank account, phone) to nineteen (card), whatever separates them. */
function masked(text: string): string {
  return text
    .replace(/[\w.%+-]+@([\w-]+\.)+\w+/g, '…@…')
    .replace(/(?<![\w-])[+(]?\d(?:[ .()/\u00a0-]{0,2}\d){8,18}(?![\w-])/g, '…')
}
