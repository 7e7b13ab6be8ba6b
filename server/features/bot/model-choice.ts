import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import { readSecret, type SecretPlace } from '#platform/kept-secrets.ts'
import type { Platform } from '#platform/platform.ts'
import type { ModelKind } from '#shared/words.ts'
import type { ModelPlace } from './models/model.ts'
import { usualAddress } from './models.ts'

export type StoredChoice = { kind: ModelKind; base_url: string; model: string; key_end: string | null }

export function keyPlace(workspaceId: string): SecretPlace {
  return { workspaceId, owner: 'model', name: 'key' }
}

export async function readChoice(tx: Tx, workspaceId: string): Promise<StoredChoice | undefined> {
  const { rows } = await sql<StoredChoice>`select kind, base_url, model, key_end from private.model_choices
    where workspace_id = ${workspaceId}`.execute(tx)
  return rows[0]
}

/** Whom a workspace's bot asks: its own model, else the installation's; undefined: nobody, answers are quoted. */
export async function modelOf(platform: Platform, tx: Tx, workspaceId: string): Promise<ModelPlace | undefined> {
  const choice = await readChoice(tx, workspaceId)
  if (!choice) return modelOfInstallation(platform)
  const { kind, base_url: baseUrl, model } = choice
  if (kind === 'embedded') return undefined
  const key = choice.key_end === null ? '' : await readSecret(platform, tx, keyPlace(workspaceId))
  return key === undefined ? undefined : { kind, baseUrl: baseUrl || usualAddress[kind], model, key, trusted: false }
}

export function modelOfInstallation({ config }: Platform): ModelPlace | undefined {
  const kind = config.LLM_PROVIDER
  if (kind === 'embedded') return undefined
  const baseUrl = config.LLM_BASE_URL || usualAddress[kind]
  return { kind, baseUrl, model: config.LLM_MODEL, key: config.LLM_API_KEY, trusted: true }
}
