import { z } from 'zod'
import type { Outside } from '#platform/outside/outside.ts'
import { callProvider, collectText, readJson } from './call.ts'
import {
  alternating,
  type Model,
  ModelError,
  type ModelPlace,
  type ObjectSchema,
  type PropertySchema,
} from './model.ts'

const counts = z
  .object({ promptTokenCount: z.number().nullish(), candidatesTokenCount: z.number().nullish() })
  .nullish()
const chunk = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({
            parts: z.array(z.object({ text: z.string().nullish(), thought: z.boolean().nullish() })).nullish(),
          })
          .nullish(),
        finishReason: z.string().nullish(),
      }),
    )
    .nullish(),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
  usageMetadata: counts,
  error: z.unknown().optional(),
})

export function gemini(outside: Outside, place: ModelPlace): Model {
  return {
    async chat(request) {
      const path = `/v1beta/models/${encodeURIComponent(place.model.replace(/^models\//, ''))}:streamGenerateContent?alt=sse`
      const body = {
        systemInstruction: { parts: [{ text: request.system }] },
        contents: alternating(request.turns).map(({ role, parts }) => ({
          role: role === 'assistant' ? 'model' : 'user',
          parts: parts.map(({ text }) => ({ text })),
        })),
        generationConfig: {
          temperature: 0,
          maxOutputTokens: request.maxTokens,
          responseMimeType: 'application/json',
          responseSchema: asOpenApi(request.schema),
        },
      }
      const collected = collectText(request)
      let counted: z.output<typeof counts>
      let ended: string | undefined
      const events = callProvider(outside, place, path, { 'x-goog-api-key': place.key }, body, request.signal)
      for await (const { data } of events) {
        const read = chunk.safeParse(readJson(data))
        if (!read.success) throw new ModelError('protocol')
        if (read.data.error || read.data.promptFeedback?.blockReason) throw new ModelError('refused')
        counted = read.data.usageMetadata ?? counted
        const candidate = read.data.candidates?.[0]
        for (const part of candidate?.content?.parts ?? []) if (!part.thought) collected.add(part.text ?? '')
        ended = candidate?.finishReason ?? ended
      }
      if (!ended) throw new ModelError('cut')
      if (ended === 'MAX_TOKENS') throw new ModelError('too_long')
      if (ended !== 'STOP') throw new ModelError('refused')
      return {
        text: collected.text(),
        tokensIn: counted?.promptTokenCount ?? null,
        tokensOut: counted?.candidatesTokenCount ?? null,
      }
    },
  }
}

/** OpenAPI schemas have no `additionalProperties`. */
function asOpenApi(schema: ObjectSchema | PropertySchema): object {
  const type = schema.type.toUpperCase()
  if (schema.type === 'object')
    return {
      type,
      properties: Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, asOpenApi(one)])),
      required: schema.required,
      propertyOrdering: Object.keys(schema.properties),
    }
  if (schema.type === 'array') return { ...schema, type, items: asOpenApi(schema.items) }
  return { ...schema, type }
}
