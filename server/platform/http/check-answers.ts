import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Described } from '../feature.ts'

/** Tests only: an answer that does not fit its endpoint's schema becomes a 500, so that the documentation stays true. */
export function checkAnswers(app: FastifyInstance, described: Described[]): void {
  const byAddress = new Map(described.map(one => [`${one.method} ${one.path}`, one]))
  app.addHook('preSerialization', async (request, reply, payload) => {
    const address = `${request.method} ${request.routeOptions.url}`
    const problem = reply.statusCode < 300 && misfit(byAddress.get(address)?.endpoint.result, payload)
    if (problem) {
      const words = `The answer of ${address} does not fit its schema. ${problem}`
      console.error(words)
      throw new Error(words)
    }
    return payload
  })
}

export function misfit(schema: z.ZodType | undefined, value: unknown): string | undefined {
  if (!schema) return undefined
  const json: unknown = JSON.parse(JSON.stringify(value))
  const read = schema.safeParse(json)
  if (read.success)
    return isDeepStrictEqual(read.data, json) ? undefined : `It does not know ${unknownIn(json, read.data)}.`
  return read.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('; ')
}

function unknownIn(json: unknown, known: unknown, path = 'the answer'): string {
  if (!isRecord(json) || !isRecord(known)) return path
  const parts = Object.keys(json).find(key => !isDeepStrictEqual(json[key], known[key]))
  return parts === undefined ? path : unknownIn(json[parts], known[parts], `${path}.${parts}`)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
