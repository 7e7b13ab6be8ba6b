import type { Outside } from '#platform/outside.ts'
import { anthropic } from './models/anthropic.ts'
import { gemini } from './models/gemini.ts'
import type { Model, ModelPlace } from './models/model.ts'
import { openaiCompatible } from './models/openai-compatible.ts'

/** Every protocol that the bot speaks with models. */
const protocols: Record<ModelPlace['kind'], (outside: Outside, place: ModelPlace) => Model> = {
  'openai-compatible': openaiCompatible,
  anthropic,
  gemini,
}

/** Where a provider is when nobody says otherwise. */
export const usualAddress: Record<ModelPlace['kind'], string> = {
  'openai-compatible': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  gemini: 'https://generativelanguage.googleapis.com',
}

export function openModel(outside: Outside, place: ModelPlace): Model {
  // Some write the version with the address, some do not; only OpenAI's belongs there.
  const version = place.kind === 'openai-compatible' ? /\/+$/ : /(?:\/v1(?:beta)?)?\/*$/
  return protocols[place.kind](outside, { ...place, baseUrl: place.baseUrl.replace(version, '') })
}
