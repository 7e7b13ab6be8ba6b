import { z } from 'zod'
import type { Outside } from '#platform/outside/outside.ts'
import { readJson, requestTo } from './call.ts'
import { ModelError, type ModelPlace } from './model.ts'

export type Embedder = {
  /** @throws ModelError */
  embed(texts: readonly string[], use: 'passage' | 'question', signal: AbortSignal): Promise<Float32Array[]>
}
export type EmbedderPlace = ModelPlace & { kind: 'openai-compatible' | 'gemini' }

/** Bytes: thirty-two vectors of 4,096 numbers as JSON. */
const maxBytes = 8 * 1024 * 1024
const maxVectorLength = 4_096

const vector = z.array(z.number()).min(2).max(maxVectorLength)
const openaiAnswer = z.object({ data: z.array(z.object({ index: z.number().int().nullish(), embedding: vector })) })
const geminiAnswer = z.object({ embeddings: z.array(z.object({ values: vector })) })

export function openEmbedder(outside: Outside, place: EmbedderPlace): Embedder {
  const read = place.kind === 'gemini' ? gemini : openai
  return {
    async embed(texts, use, signal) {
      const vectors = await read(outside, place, texts, use, signal)
      const length = vectors[0]?.length
      // One text must never get another's vector.
      if (vectors.length !== texts.length || vectors.some(one => one.length !== length))
        throw new ModelError('protocol')
      return vectors.map(one => Float32Array.from(one))
    },
  }
}

type Read = (
  outside: Outside,
  place: EmbedderPlace,
  texts: readonly string[],
  use: 'passage' | 'question',
  signal: AbortSignal,
) => Promise<number[][]>

const openai: Read = async (outside, place, texts, _use, signal) => {
  const headers: Record<string, string> = place.key ? { authorization: `Bearer ${place.key}` } : {}
  const body = { model: place.model, input: texts, encoding_format: 'float' }
  const read = openaiAnswer.safeParse(await post(outside, place, '/embeddings', headers, body, signal))
  if (!read.success) throw new ModelError('protocol')
  const { data } = read.data
  return data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)).map(({ embedding }) => embedding)
}

const gemini: Read = async (outside, place, texts, use, signal) => {
  const model = place.model.replace(/^models\//, '')
  const taskType = use === 'passage' ? 'RETRIEVAL_DOCUMENT' : 'RETRIEVAL_QUERY'
  const requests = texts.map(text => ({ model: `models/${model}`, content: { parts: [{ text }] }, taskType }))
  const path = `/v1beta/models/${encodeURIComponent(model)}:batchEmbedContents`
  // The key goes in a header because addresses are logged.
  const answer = await post(outside, place, path, { 'x-goog-api-key': place.key }, { requests }, signal)
  const read = geminiAnswer.safeParse(answer)
  if (!read.success) throw new ModelError('protocol')
  return read.data.embeddings.map(({ values }) => values)
}

async function post(
  outside: Outside,
  place: EmbedderPlace,
  path: string,
  headers: Record<string, string>,
  body: object,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const answer = await outside
    .fetch({ ...requestTo(place, path, headers, body, signal), maxBytes })
    .catch((error: unknown) => {
      if (signal.aborted) throw new ModelError('slow')
      throw new ModelError('unreachable', { body: String(error) })
    })
  if (answer.status !== 200) throw new ModelError('status', { status: answer.status })
  return readJson(answer.body.toString('utf8'))
}
