import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Described } from '../../feature.ts'
import { columnsOfFile, contentType, isJson, typesOfFile } from './content-types.ts'
import { misfit } from './misfit.ts'

/** What files of these types begin with. */
const beginnings: Readonly<Record<string, string>> = {
  'application/pdf': '%PDF-',
  'application/zip': 'PK',
  'image/jpeg': '\xFF\xD8\xFF',
  'image/png': '\x89PNG',
  'image/webp': 'RIFF',
}

/** Of a finished answer: its status, headers, content type, and all that its content type lets one say of its content. */
export async function misfitOfContent(
  one: Described,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<string | undefined> {
  const { endpoint, status, protocol } = one
  const { forms = {}, headers = {}, statuses = {}, partial, result } = endpoint
  const type = contentType(reply.getHeader('content-type'))
  const isShownPage = result instanceof z.ZodVoid && type in forms
  if (reply.statusCode === 206 && !partial) return 'It is a part.'
  if (!protocol && reply.statusCode !== status && !(reply.statusCode in statuses))
    return `Its status is ${reply.statusCode}.`
  const missing = Object.keys(headers).find(name => !reply.hasHeader(name))
  if (missing) return `It lacks ${missing}.`
  if (payload === undefined || payload === null || payload === '') return misfitOfNothing(one, request, reply, type)
  if (reply.statusCode === 204 || (result instanceof z.ZodVoid && !isShownPage)) return 'It has a body.'
  const schema = forms[type] ?? result
  if (schema instanceof z.ZodFile) return misfitOfFile(schema, type, payload)
  if (!isJson(type) && !(type in forms)) return `It is ${type || 'of no content type'}.`
  const exact = one.resultFor?.(request, type) ?? schema
  return misfit(exact, isJson(type) ? JSON.parse(textOf(payload)) : textOf(payload))
}

/** To HEAD only the headers tell what there would be. */
function misfitOfNothing(
  { endpoint: { result, forms = {} } }: Described,
  { method }: FastifyRequest,
  { statusCode }: FastifyReply,
  type: string,
): string | undefined {
  if (method !== 'HEAD')
    return statusCode === 204 || result.safeParse(undefined).success ? undefined : 'It has no body.'
  const types = result instanceof z.ZodFile ? typesOfFile(result) : undefined
  const isKnown = types ? types.length === 0 || types.includes(type) : isJson(type)
  return isKnown || type === '' || type in forms ? undefined : `It is ${type}.`
}

async function misfitOfFile(schema: z.ZodFile, type: string, payload: unknown): Promise<string | undefined> {
  const types = typesOfFile(schema)
  if (types.length === 0) return undefined
  if (!types.includes(type)) return `It is ${type || 'of no content type'}.`
  const columns = columnsOfFile(schema)
  if (columns) return misfitOfCsv(columns, textOf(payload))
  return payload instanceof Readable ? undefined : misfitOfBeginning(type, bytesOf(payload))
}

async function misfitOfCsv(columns: string[], text: string): Promise<string | undefined> {
  const { parse } = await import('csv-parse/sync')
  const delimiter = text.split('\n', 1)[0]?.includes(';') ? ';' : ','
  const lines = parse(text, { bom: true, delimiter, relax_column_count: true }) as string[][]
  const other = [lines[0] ?? [], ...lines].find(line => line.length !== columns.length)
  return other && `A line has ${other.length} columns instead of ${columns.join(', ')}.`
}

function misfitOfBeginning(type: string, bytes: Buffer): string | undefined {
  const beginning = beginnings[type]
  return beginning === undefined || bytes.toString('latin1', 0, beginning.length) === beginning
    ? undefined
    : `It is no ${type}.`
}

/** A stream is looked at as it goes. */
export function checkedStream({ endpoint: { result } }: Described, reply: FastifyReply, payload: Readable): Readable {
  const type = contentType(reply.getHeader('content-type'))
  if (reply.statusCode !== 200 || !(result instanceof z.ZodFile) || typesOfFile(result).length === 0) return payload
  return Readable.from(checkedChunks(type, payload), { objectMode: false })
}

async function* checkedChunks(type: string, payload: Readable): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of payload) {
    const problem = isFirst ? misfitOfBeginning(type, bytesOf(chunk)) : undefined
    if (problem) {
      console.error(problem)
      throw new Error(problem)
    }
    isFirst = false
    yield bytesOf(chunk)
  }
}

function bytesOf(payload: unknown): Buffer {
  return typeof payload === 'string' ? Buffer.from(payload) : Buffer.from(payload as Uint8Array)
}

function textOf(payload: unknown): string {
  return bytesOf(payload).toString()
}
