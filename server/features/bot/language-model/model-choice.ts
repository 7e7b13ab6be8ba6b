import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { readSecret, type SecretPlace } from '#platform/secrets/stored-secrets.ts'
import type { Platform } from '#platform/platform.ts'
import type { ModelKind } from '#shared/words.ts'
import type { EmbedderPlace } from '../models/embedder.ts'
import type { ModelPlace } from '../models/model.ts'
import { defaultAddress } from './models.ts'

export type StoredChoice = { kind: ModelKind; base_url: string; model: string; key_end: string | null }

export type Purpose = 'reply' | 'search'

/** Falls back to the installation's choice. */
export type Choices = Partial<Record<Purpose, StoredChoice>>

export function keyPlace(workspaceId: string, purpose: Purpose): SecretPlace {
  return { workspaceId, owner: purpose === 'reply' ? 'model' : 'search model', name: 'key' }
}

export async function readChoice(tx: Tx, workspaceId: string, purpose: Purpose): Promise<StoredChoice | undefined> {
  const { rows } = await sql<StoredChoice>`select kind, base_url, model, key_end from private.model_choices
    where workspace_id = ${workspaceId} and purpose = ${purpose}`.execute(tx)
  return rows[0]
}

/** The workspace's own model, else the installation's; undefined: none, answers are quoted. */
export async function modelOf(platform: Platform, tx: Tx, workspaceId: string): Promise<ModelPlace | undefined> {
  const choice = await readChoice(tx, workspaceId, 'reply')
  return choice ? placeOfChoice(platform, tx, workspaceId, choice, 'reply') : modelOfInstallation(platform)
}

/** undefined: none, passages are found by their words alone. */
export async function embedderOf(platform: Platform, tx: Tx, workspaceId: string): Promise<EmbedderPlace | undefined> {
  const choice = await readChoice(tx, workspaceId, 'search')
  if (!choice) return embedderOfInstallation(platform)
  const place = await placeOfChoice(platform, tx, workspaceId, choice, 'search')
  return place && makesVectors(place) ? place : undefined
}

export async function modelFor(
  platform: Platform,
  workspaceId: string,
  known?: Choices,
): Promise<ModelPlace | undefined> {
  if (known && !known.reply) return modelOfInstallation(platform)
  return platform.db.asService(workspaceId, tx => modelOf(platform, tx, workspaceId))
}

export async function embedderFor(
  platform: Platform,
  workspaceId: string,
  known?: Choices,
): Promise<EmbedderPlace | undefined> {
  if (known && !known.search) return embedderOfInstallation(platform)
  return platform.db.asService(workspaceId, tx => embedderOf(platform, tx, workspaceId))
}

export function makesVectors(place: ModelPlace): place is EmbedderPlace {
  return place.kind !== 'anthropic'
}

async function placeOfChoice(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  { kind, base_url: baseUrl, model, key_end: keyEnd }: StoredChoice,
  purpose: Purpose,
): Promise<ModelPlace | undefined> {
  if (kind === 'embedded') return undefined
  const key = keyEnd === null ? '' : await readSecret(platform, tx, keyPlace(workspaceId, purpose))
  return key === undefined ? undefined : { kind, baseUrl: baseUrl || defaultAddress[kind], model, key, trusted: false }
}

function embedderOfInstallation({ config }: Platform): EmbedderPlace | undefined {
  const { EMBEDDING_PROVIDER: kind, EMBEDDING_MODEL: model } = config
  if (model === '') return undefined
  return {
    kind,
    baseUrl: config.EMBEDDING_BASE_URL || defaultAddress[kind],
    model,
    key: config.EMBEDDING_API_KEY,
    trusted: true,
  }
}

function modelOfInstallation({ config }: Platform): ModelPlace | undefined {
  const kind = config.LLM_PROVIDER
  if (kind === 'embedded') return undefined
  const baseUrl = config.LLM_BASE_URL || defaultAddress[kind]
  return { kind, baseUrl, model: config.LLM_MODEL, key: config.LLM_API_KEY, trusted: true }
}
