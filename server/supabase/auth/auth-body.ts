import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from './auth-error.ts'

/** JSON whatever the content type says, or a form; no body is an empty object. */
export function readAuthBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, async (request: unknown, body: string) => {
    const type = (request as { headers: Record<string, string | undefined> }).headers['content-type'] ?? ''
    if (body === '') return {}
    if (type.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(body))
    try {
      return JSON.parse(body) as unknown
    } catch {
      throw refuse('bad_json', 'Could not parse request body as JSON')
    }
  })
}

export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  throw refuse('validation_failed', result.error.issues[0]?.message ?? 'The request is not valid')
}

const malformed = 'Unable to validate email address: invalid format'

export const mailAddress = z
  .string({ error: malformed })
  .trim()
  .toLowerCase()
  .max(255, 'An email address is too long')
  .pipe(z.email({ error: malformed }))

export const optionalText = z
  .string()
  .nullish()
  .transform(text => text ?? '')

const maxMetadataBytes = 4096
const deepestMetadata = 16

/** Travels in every access token, so it is kept small; grants nothing. Characters the database cannot hold are dropped. */
export const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data, context) => {
    const stored = storable(data ?? {}, 0)
    if (stored !== undefined && Buffer.byteLength(JSON.stringify(stored)) <= maxMetadataBytes)
      return stored as Record<string, unknown>
    context.addIssue({ code: 'custom', message: 'User metadata is too large' })
    return z.NEVER
  })

/** @returns undefined for what is nested too deep */
function storable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleaned(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepestMetadata) return undefined
  const entries = Object.entries(value).map(([key, inner]) => [cleaned(key), storable(inner, depth + 1)] as const)
  if (entries.some(([, inner]) => inner === undefined)) return undefined
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

function cleaned(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
