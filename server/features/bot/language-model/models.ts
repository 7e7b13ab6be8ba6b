import type { Outside } from '#platform/outside/outside.ts'
import { anthropic } from '../models/anthropic.ts'
import { gemini } from '../models/gemini.ts'
import { type Embedder, type EmbedderPlace, openEmbedder as open } from '../models/embedder.ts'
import type { Model, ModelPlace } from '../models/model.ts'
import { openaiCompatible } from '../models/openai-compatible.ts'

const protocols: Record<ModelPlace['kind'], (outside: Outside, place: ModelPlace) => Model> = {
  'openai-compatible': openaiCompatible,
  anthropic,
  gemini,
}

export const defaultAddress: Record<ModelPlace['kind'], string> = {
  'openai-compatible': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  gemini: 'https://generativelanguage.googleapis.com',
}

export function openModel(outside: Outside, place: ModelPlace): Model {
  return protocols[place.kind](outside, withoutVersion(place))
}

export function openEmbedder(outside: Outside, place: EmbedderPlace): Embedder {
  return open(outside, withoutVersion(place))
}

/** Some addresses include the version; only OpenAI's protocol needs it. */
function withoutVersion<P extends ModelPlace>(place: P): P {
  const version = place.kind === 'openai-compatible' ? /\/+$/ : /(?:\/v1(?:beta)?)?\/*$/
  return { ...place, baseUrl: place.baseUrl.replace(version, '') }
}
