import { pino, stdTimeFunctions } from 'pino'

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

/** JSON lines on stdout. Fields that may hold a secret or what people wrote are blanked, e-mail addresses and phones in texts masked. */
export function makeLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: label => ({ level: label }) },
    redact: { paths: secretFields.flatMap(name => [name, `*.${name}`]), censor: '…' },
    serializers: { error: describe, err: describe },
    hooks: {
      logMethod(parts, method) {
        method.apply(this, parts.map(part => (typeof part === 'string' ? masked(part) : part)) as typeof parts)
      },
    },
  })
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return masked(String(error))
  const code = (error as { code?: unknown }).code
  return {
    name: error.name,
    message: masked(error.message),
    ...(code === undefined ? {} : { code }),
    stack: masked(error.stack ?? ''),
  }
}

function masked(text: string): string {
  return text.replace(/[\w.%+-]+@([\w-]+\.)+\w+/g, '…@…').replace(/(?<![\w-])\+?\d(?:[ .-]?\d){8,14}(?![\w-])/g, '…')
}
