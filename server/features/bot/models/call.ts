import type { Readable } from 'node:stream'
import type { Outside, OutsideRequest } from '#platform/outside/outside.ts'
import { type ChatRequest, ModelError, type ModelPlace } from './model.ts'
import { readEvents, type ServerEvent } from './read-events.ts'

const maxBytes = 2 * 1024 * 1024
const maxErrorBytes = 4_096
/** Characters; longer than any usable answer. */
const maxTextLength = 20_000

/** Milliseconds. The caller's signal sets the real limit; this ends forgotten calls. */
const neverLonger = 120_000

/**
 * Also reads one whole JSON document, from servers that do not stream.
 * @throws ModelError
 */
export async function* callProvider(
  outside: Outside,
  place: ModelPlace,
  path: string,
  headers: Record<string, string>,
  body: object,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const streamed = { accept: 'text/event-stream, application/json', ...headers }
  const answer = await outside
    .open({ ...requestTo(place, path, streamed, body, signal), maxBytes })
    .catch((error: unknown) => {
      if (signal.aborted) throw signal.reason
      throw new ModelError('unreachable', { body: String(error) })
    })
  try {
    if (answer.status !== 200)
      throw new ModelError('status', {
        status: answer.status,
        retryAfterMs: retryAfter(answer.headers['retry-after']),
        body: await beginningOf(answer.body),
      })
    if (answer.type === 'application/json') yield { event: 'document', data: await whole(answer.body) }
    else yield* readEvents(answer.body)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw error instanceof ModelError ? error : new ModelError('cut')
  } finally {
    answer.body.destroy()
  }
}

export function requestTo(
  place: ModelPlace,
  path: string,
  headers: Record<string, string>,
  body: object,
  signal: AbortSignal,
): OutsideRequest {
  return {
    url: place.baseUrl.replace(/\/+$/, '') + path,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
    timeoutMs: neverLonger,
    redirects: 0, // a key must not travel on
    trusted: place.trusted,
    signal,
  }
}

export function collectText(request: ChatRequest): { add(piece: string): void; text(): string } {
  let text = ''
  return {
    add(piece) {
      if (piece === '') return
      text += piece
      if (text.length > maxTextLength) throw new ModelError('too_long')
      request.onText?.(piece)
    },
    text: () => text,
  }
}

/** @throws ModelError protocol */
export function readJson(data: string): Record<string, unknown> {
  try {
    const value = JSON.parse(data) as unknown
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {}
  throw new ModelError('protocol')
}

/** In seconds; dates are ignored because they depend on the provider's clock. */
function retryAfter(value: string | undefined): number | undefined {
  return value && /^\d{1,5}(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : undefined
}

async function beginningOf(body: Readable): Promise<string> {
  let text = ''
  for await (const chunk of body) {
    text += String(chunk)
    if (text.length > maxErrorBytes) break
  }
  return text.slice(0, maxErrorBytes)
}

async function whole(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
