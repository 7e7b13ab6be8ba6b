import { sql } from 'kysely'
import { hours } from '#platform/clock.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { forgetSecret, saveSecret, readSecret } from '#platform/secrets/stored-secrets.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import type { ModelSettings } from '#shared/contracts/bot/model.contract.ts'
import type { ModelSettingsShown, ModelTestResult } from '#shared/contracts/bot/model.results.ts'
import {
  embedderOf,
  keyPlace,
  makesVectors,
  modelOf,
  type Purpose,
  readChoice,
  type StoredChoice,
} from './model-choice.ts'
import { ModelError, type ModelPlace } from '../models/model.ts'
import { chatPatiently } from '../models/patient-chat.ts'
import { openEmbedder, openModel, defaultAddress } from './models.ts'
import { embedSoon } from '../vectors/embed-passages.ts'

export async function readModelSettings(
  platform: Platform,
  { workspaceId }: Caller,
  purpose: Purpose,
): Promise<ModelSettingsShown> {
  const choice = await platform.db.asService(workspaceId, tx => readChoice(tx, workspaceId, purpose))
  if (choice) return { ...choice, source: 'workspace' }
  // Only the operator may know where the installation's model runs.
  return { ...installationModel(platform, purpose), base_url: '', key_end: null, source: 'installation' }
}

function installationModel({ config }: Platform, purpose: Purpose): Pick<ModelSettingsShown, 'kind' | 'model'> {
  if (purpose === 'reply') return { kind: config.LLM_PROVIDER, model: config.LLM_MODEL }
  const { EMBEDDING_PROVIDER: kind, EMBEDDING_MODEL: model } = config
  return { kind: model === '' ? 'embedded' : kind, model }
}

export async function saveModelSettings(
  platform: Platform,
  caller: Caller,
  input: ModelSettings,
  purpose: Purpose,
): Promise<ModelSettingsShown> {
  const { workspaceId } = caller
  refuseAddress(platform, input)
  return platform.db.asService(workspaceId, async tx => {
    await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
    const before = await readChoice(tx, workspaceId, purpose)
    const keyEnd = keyEndOf(input, before)
    const { kind, base_url: baseUrl, model } = input
    await sql`insert into private.model_choices (workspace_id, purpose, kind, base_url, model, key_end, updated_at)
      values (${workspaceId}, ${purpose}, ${kind}, ${baseUrl}, ${model}, ${keyEnd}, ${platform.clock.now()})
      on conflict (workspace_id, purpose) do update set kind = excluded.kind, base_url = excluded.base_url, model = excluded.model,
        key_end = excluded.key_end, updated_at = excluded.updated_at`.execute(tx)
    if (input.key) await saveSecret(platform, tx, keyPlace(workspaceId, purpose), input.key)
    else if (keyEnd === null) await forgetSecret(tx, keyPlace(workspaceId, purpose))
    if (purpose === 'search') await embedSoon(platform, tx, { workspace_id: workspaceId })
    await recordModelChange(platform, tx, caller, {
      ...aboutOf(purpose),
      kind,
      base_url: baseUrl,
      model,
      key: input.key ? 'new' : keyEnd ? 'kept' : 'none',
    })
    return { kind, base_url: baseUrl, model, key_end: keyEnd, source: 'workspace' }
  })
}

export async function forgetModelSettings(
  platform: Platform,
  caller: Caller,
  purpose: Purpose,
): Promise<ModelSettingsShown> {
  const { workspaceId } = caller
  await platform.db.asService(workspaceId, async tx => {
    const { rows } =
      await sql`delete from private.model_choices where workspace_id = ${workspaceId} and purpose = ${purpose} returning 1`.execute(
        tx,
      )
    await forgetSecret(tx, keyPlace(workspaceId, purpose))
    if (purpose === 'search') await embedSoon(platform, tx, { workspace_id: workspaceId })
    if (rows.length > 0) await recordModelChange(platform, tx, caller, { ...aboutOf(purpose), kind: 'installation' })
  })
  return readModelSettings(platform, caller, purpose)
}

export async function testModel(
  platform: Platform,
  { workspaceId }: Caller,
  input: ModelSettings | undefined,
  purpose: Purpose,
): Promise<ModelTestResult> {
  await limit(platform, `model test:${workspaceId}`, { max: 30, windowMs: hours(1), burst: 5 })
  if (input) refuseAddress(platform, input)
  const place = await platform.db.asService(workspaceId, tx =>
    input
      ? placeOf(platform, tx, workspaceId, input, purpose)
      : (purpose === 'reply' ? modelOf : embedderOf)(platform, tx, workspaceId),
  )
  if (!place) return { ok: true, ms: 0, why: null }
  const started = performance.now()
  const ms = (): number => Math.round(performance.now() - started)
  try {
    await (purpose === 'reply' ? chatOnce : embedOnce)(platform, place)
    return { ok: true, ms: ms(), why: null }
  } catch (error) {
    // Only fault and status: an address must not become a way to read responses of other hosts.
    return { ok: false, ms: ms(), why: error instanceof ModelError ? error.message : 'protocol' }
  }
}

async function embedOnce({ outside, config }: Platform, place: ModelPlace): Promise<void> {
  if (!makesVectors(place)) throw new ModelError('protocol')
  const patience = AbortSignal.timeout(config.LLM_SECONDS * 1000)
  await openEmbedder(outside, place).embed(['Are you there?'], 'question', patience)
}

async function chatOnce({ outside, config }: Platform, place: ModelPlace): Promise<void> {
  const request = {
    system: 'Answer with one JSON object and nothing else: {"ok": true}',
    turns: [{ role: 'user' as const, text: 'Are you there?' }],
    schema: {
      type: 'object' as const,
      properties: { ok: { type: 'boolean' as const } },
      required: ['ok'],
      additionalProperties: false as const,
    },
    maxTokens: 200,
  }
  const { LLM_FIRST_TOKEN_SECONDS: first, LLM_SECONDS: total } = config
  await chatPatiently(openModel(outside, place), request, { firstTokenMs: first * 1000, totalMs: total * 1000 })
}

async function placeOf(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  input: ModelSettings,
  purpose: Purpose,
): Promise<ModelPlace | undefined> {
  const { kind, base_url: baseUrl, model } = input
  if (kind === 'embedded') return undefined
  const keyEnd = keyEndOf(input, await readChoice(tx, workspaceId, purpose))
  const stored =
    input.key || keyEnd === null ? undefined : await readSecret(platform, tx, keyPlace(workspaceId, purpose))
  return { kind, baseUrl: baseUrl || defaultAddress[kind], model, key: input.key ?? stored ?? '', trusted: false }
}

/** A key is only sent where it was entered for: another provider or address needs it again. */
function keyEndOf({ kind, base_url: baseUrl, key }: ModelSettings, before: StoredChoice | undefined): string | null {
  const same = before?.kind === kind && before.base_url === baseUrl
  const end = key ? key.slice(-4) : key === undefined && same ? before.key_end : null
  const needsKey = kind !== 'embedded' && (kind !== 'openai-compatible' || baseUrl === '')
  if (needsKey && end === null) throw failure('bot.model_key_needed', { fields: ['key'] })
  return kind === 'embedded' ? null : end
}

/** A key must not travel unencrypted over the open network; `http` is only for hosts named by the installation's owner. */
function refuseAddress({ outside, config }: Platform, { base_url: address }: ModelSettings): void {
  if (address === '') return
  const named = config.CRAWL_ALLOWED_HOSTS.includes(new URL(address).host)
  if (!outside.mayCall(address) || (!named && !address.startsWith('https:')))
    throw failure('bot.model_address_refused', { fields: ['base_url'] })
}

function aboutOf(purpose: Purpose): Record<string, string> {
  return purpose === 'search' ? { purpose } : {}
}

async function recordModelChange(
  platform: Platform,
  tx: Tx,
  caller: Caller,
  meta: Record<string, string>,
): Promise<void> {
  await sql`insert into audit_log (id, workspace_id, actor, action, meta, at)
    values (${newId()}, ${caller.workspaceId}, ${caller.personId}, 'bot.model-changed', ${JSON.stringify(meta)}::jsonb, ${platform.clock.now()})`.execute(
    tx,
  )
}
