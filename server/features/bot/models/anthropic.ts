import { z } from 'zod'
import type { Outside } from '#platform/outside/outside.ts'
import { callProvider, collectText, readJson } from './call.ts'
import { alternating, type Model, ModelError, type ModelPlace } from './model.ts'

// The object is requested as input of a tool that the model must use.

const usage = z
  .object({
    input_tokens: z.number().nullish(),
    output_tokens: z.number().nullish(),
    cache_creation_input_tokens: z.number().nullish(),
    cache_read_input_tokens: z.number().nullish(),
  })
  .nullish()
const event = z.object({
  type: z.string(),
  message: z.object({ usage }).nullish(),
  usage,
  delta: z
    .object({ type: z.string().nullish(), partial_json: z.string().nullish(), stop_reason: z.string().nullish() })
    .nullish(),
})
const version = '2023-06-01'

export function anthropic(outside: Outside, place: ModelPlace): Model {
  return {
    async chat(request) {
      const body = {
        model: place.model,
        max_tokens: request.maxTokens,
        temperature: 0,
        stream: true,
        system: request.system,
        messages: alternating(request.turns).map(({ role, parts }) => ({
          role,
          content: parts.map(({ text, stable }) => ({
            type: 'text',
            text,
            ...(stable ? { cache_control: { type: 'ephemeral' } } : {}),
          })),
        })),
        tools: [{ name: 'reply', description: 'Give the reply.', input_schema: request.schema }],
        tool_choice: { type: 'tool', name: 'reply' },
      }
      const headers = { 'x-api-key': place.key, 'anthropic-version': version }
      const collected = collectText(request)
      let tokensIn: number | null = null
      let tokensOut: number | null = null
      let ended: string | undefined
      for await (const { data } of callProvider(outside, place, '/v1/messages', headers, body, request.signal)) {
        const read = event.safeParse(readJson(data))
        if (!read.success) throw new ModelError('protocol')
        const { type, message, delta } = read.data
        if (type === 'error') throw new ModelError('refused')
        const counted = message?.usage ?? read.data.usage
        tokensIn = allRead(counted) ?? tokensIn
        tokensOut = counted?.output_tokens ?? tokensOut
        collected.add(delta?.partial_json ?? '')
        ended = delta?.stop_reason ?? ended
        if (type === 'message_stop') {
          ended ??= 'end_turn'
          break
        }
      }
      if (!ended) throw new ModelError('cut')
      if (ended === 'max_tokens') throw new ModelError('too_long')
      if (ended === 'refusal') throw new ModelError('refused')
      return { text: collected.text(), tokensIn, tokensOut }
    },
  }
}

/** Anthropic counts cached tokens separately. */
function allRead(counted: z.output<typeof usage>): number | undefined {
  if (counted?.input_tokens === null || counted?.input_tokens === undefined) return undefined
  return counted.input_tokens + (counted.cache_creation_input_tokens ?? 0) + (counted.cache_read_input_tokens ?? 0)
}
