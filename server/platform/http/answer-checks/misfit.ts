import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'

/** Why the value, as it goes over the wire, is not what its schema says, or more than that. */
export function misfit(schema: z.ZodType | undefined, value: unknown): string | undefined {
  if (!schema) return undefined
  const json: unknown = JSON.parse(JSON.stringify(value))
  const read = schema.safeParse(json)
  if (read.success)
    return isDeepStrictEqual(read.data, json) ? undefined : `It does not know ${unknownIn(json, read.data)}.`
  return issuesOf(read.error)
}

export function issuesOf(error: z.ZodError): string {
  return error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('; ')
}

function unknownIn(json: unknown, known: unknown, path = 'the answer'): string {
  if (!isRecord(json) || !isRecord(known)) return path
  const parts = Object.keys(json).find(key => !isDeepStrictEqual(json[key], known[key]))
  return parts === undefined ? path : unknownIn(json[parts], known[parts], `${path}.${parts}`)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
