import { z } from 'zod'
import type { Outside } from '#platform/outside/outside.ts'
import { makeLruCache, type LruCache } from '#platform/lru-cache.ts'
import { callProvider, collectText, readJson } from './call.ts'
import { alternating, type ChatAnswer, type ChatRequest, type Model, ModelError, type ModelPlace } from './model.ts'

// OpenAI's chat completions; Ollama, vLLM, llama.cpp and many hosts each differ a little.

const usage = z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish().catch(null)
const piece = z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish()
const chunk = z.object({
  choices: z
    .array(z.object({ delta: piece, message: piece, finish_reason: z.string().nullish() }))
    .nullish()
    .transform(choices => choices ?? []),
  usage,
  error: z.unknown().optional(),
})

/** The parts of the protocol a server supports, learned from its refusals. */
type Dialect = { format: 'json_schema' | 'json_object' | 'plain'; limit: string; temperature: boolean; usage: boolean }
const whole: Dialect = { format: 'json_schema', limit: 'max_tokens', temperature: true, usage: true }
const maxTries = 6

const dialects: LruCache<Dialect> = makeLruCache(500)

export function openaiCompatible(outside: Outside, place: ModelPlace): Model {
  const name = `${place.baseUrl} ${place.model}`
  return {
    async chat(request) {
      let dialect = dialects.get(name) ?? whole
      for (let tries = 1; ; tries++) {
        try {
          const answer = await chatIn(dialect, outside, place, request)
          dialects.set(name, dialect)
          return answer
        } catch (error) {
          const simpler = error instanceof ModelError ? simplerThan(dialect, error) : undefined
          if (!simpler || tries === maxTries) throw error
          dialect = simpler
        }
      }
    },
  }
}

async function chatIn(
  dialect: Dialect,
  outside: Outside,
  place: ModelPlace,
  request: ChatRequest,
): Promise<ChatAnswer> {
  const body = {
    model: place.model,
    messages: [
      { role: 'system', content: request.system },
      ...alternating(request.turns).map(({ role, parts }) => ({
        role,
        content: parts.map(({ text }) => text).join('\n\n'),
      })),
    ],
    stream: true,
    [dialect.limit]: request.maxTokens,
    ...(dialect.usage ? { stream_options: { include_usage: true } } : {}),
    ...(dialect.temperature ? { temperature: 0 } : {}),
    ...formatOf(dialect, request),
  }
  const headers: Record<string, string> = place.key ? { authorization: `Bearer ${place.key}` } : {}
  const collected = collectText(request)
  let counted: z.output<typeof usage> = null
  let ended: string | undefined
  for await (const { data } of callProvider(outside, place, '/chat/completions', headers, body, request.signal)) {
    if (data === '[DONE]') {
      ended ??= 'stop'
      break
    }
    const read = chunk.safeParse(readJson(data))
    if (!read.success) throw new ModelError('protocol')
    if (read.data.error) throw new ModelError('refused')
    counted = read.data.usage ?? counted
    const [choice] = read.data.choices
    const delta = choice?.delta ?? choice?.message
    if (delta?.refusal) throw new ModelError('refused')
    collected.add(delta?.content ?? '')
    ended = choice?.finish_reason ?? ended
  }
  if (!ended) throw new ModelError('cut')
  if (ended === 'length') throw new ModelError('too_long')
  if (ended === 'content_filter') throw new ModelError('refused')
  return {
    text: collected.text(),
    tokensIn: counted?.prompt_tokens ?? null,
    tokensOut: counted?.completion_tokens ?? null,
  }
}

function formatOf({ format }: Dialect, { schema }: ChatRequest): object {
  if (format === 'json_schema')
    return { response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } } }
  return format === 'json_object' ? { response_format: { type: 'json_object' } } : {}
}

function simplerThan(dialect: Dialect, { fault, status, body }: ModelError): Dialect | undefined {
  if (fault !== 'status' || ![400, 404, 415, 422, 500, 501].includes(status ?? 0)) return undefined
  const about = body.toLowerCase()
  if (dialect.limit === 'max_tokens' && about.includes('max_completion_tokens'))
    return { ...dialect, limit: 'max_completion_tokens' }
  if (dialect.temperature && about.includes('temperature')) return { ...dialect, temperature: false }
  if (dialect.usage && about.includes('stream_options')) return { ...dialect, usage: false }
  const aboutFormat = /response_format|json_schema|json_object|schema|grammar|format/.test(about)
  // Server faults and wrong addresses are not about the format unless the response says so.
  if (status !== 400 && status !== 422 && !aboutFormat) return undefined
  if (dialect.format === 'json_schema') return { ...dialect, format: 'json_object' }
  if (dialect.format === 'json_object') return { ...dialect, format: 'plain' }
  return dialect.usage ? { ...dialect, usage: false } : undefined
}
