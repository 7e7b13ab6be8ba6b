import { sql } from 'kysely'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import { after, days, hours, minutes, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { embedderOf } from '../language-model/model-choice.ts'
import { reserveVectorTokens } from '../language-model/model-budget.ts'
import { guardOf } from '../language-model/model-guard.ts'
import { openEmbedder } from '../language-model/models.ts'
import { tokensOf } from '../models/ask-for-object.ts'
import type { EmbedderPlace } from '../models/embedder.ts'
import { ModelError } from '../models/model.ts'
import { pack } from './likeness.ts'
import { knownHashes, vectorHashes, vectorModel, vectorText } from './passage-vectors.ts'

export type EmbedTask = {
  workspace_id: string
  failed?: number
}

/** Texts per call, calls per job; the rest goes to the next job, to let others in between. */
const textsAtOnce = 32
const callsAtOnce = 8
const patience = seconds(60)
const settles = seconds(1)
const firstPause = seconds(30)
/** Keep vectors of deleted texts, so that undo needs no new embedding call. */
const retention = days(7)

export async function embedSoon(platform: Platform, tx: Tx, { workspace_id }: { workspace_id: string }): Promise<void> {
  const place = await embedderOf(platform, tx, workspace_id)
  if (place) await later(platform, tx, { workspace_id }, settles)
}

/** Vectors are stored after each call, keyed by text, so a repeated run only does what is missing. Failures are retried without end. */
export async function embedPassages(platform: Platform, task: EmbedTask): Promise<void> {
  const { workspace_id: workspaceId, failed = 0 } = task
  const { knowledge } = await loadKnowledge(platform, workspaceId)
  const { place, known } = await platform.db.asService(workspaceId, async tx => {
    const found = await embedderOf(platform, tx, workspaceId)
    return { place: found, known: found && (await knownHashes(tx, workspaceId, vectorModel(found))) }
  })
  if (!place || !known) return
  const missing = missingTexts(knowledge, known)
  const end = await embedAll(platform, workspaceId, place, missing)
  const again = (wait: number, times = 0): Promise<void> =>
    platform.db.asService(workspaceId, tx => later(platform, tx, { workspace_id: workspaceId, failed: times }, wait))
  if (end === 'done') return forget(platform, workspaceId, place, knowledge)
  if (end === 'more') return again(0)
  if (end === 'budget') return again(hours(1))
  platform.log.warn({ workspaceId, why: end.message }, 'Passages could not be turned into vectors')
  await again(Math.min(firstPause * 2 ** failed, hours(1)), Math.min(failed + 1, 10))
}

function missingTexts(knowledge: Knowledge, known: Set<string>): [hash: string, text: string][] {
  const missing = new Map<string, string>()
  for (const [at, hash] of vectorHashes(knowledge).entries())
    if (!known.has(hash)) missing.set(hash, vectorText(knowledge.passages[at]!))
  return [...missing]
}

async function embedAll(
  platform: Platform,
  workspaceId: string,
  place: EmbedderPlace,
  missing: [hash: string, text: string][],
): Promise<'done' | 'more' | 'budget' | ModelError> {
  for (let call = 0; call * textsAtOnce < missing.length; call++) {
    if (call === callsAtOnce) return 'more'
    const part = missing.slice(call * textsAtOnce, (call + 1) * textsAtOnce)
    const texts = part.map(([, text]) => text)
    const paid = await platform.db.asService(workspaceId, tx =>
      reserveVectorTokens(platform, tx, workspaceId, tokensOf(texts.join(''))),
    )
    if (!paid) return 'budget'
    const vectors = await embed(platform, place, texts)
    if (vectors instanceof ModelError) return vectors
    const rows = part.map(([hash], at) => ({ hash, vector: Buffer.from(pack(vectors[at]!)).toString('base64') }))
    await platform.db.asService(workspaceId, tx => saveVectors(platform, tx, workspaceId, vectorModel(place), rows))
  }
  return 'done'
}

async function embed(platform: Platform, place: EmbedderPlace, texts: string[]): Promise<Float32Array[] | ModelError> {
  const { circuit } = guardOf(platform, place, 'vectors')
  const now = (): Date => platform.clock.now()
  if (!circuit.mayCall(now())) return new ModelError('unreachable')
  try {
    const vectors = await openEmbedder(platform.outside, place).embed(texts, 'passage', AbortSignal.timeout(patience))
    circuit.record(true, now())
    return vectors
  } catch (error) {
    circuit.record(false, now())
    return error instanceof ModelError ? error : new ModelError('protocol')
  }
}

async function saveVectors(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  model: string,
  rows: { hash: string; vector: string }[],
): Promise<void> {
  await sql`insert into private.passage_vectors (workspace_id, model, text_hash, vector, created_at)
    select ${workspaceId}::uuid, ${model}, hash, decode(vector, 'base64'), ${platform.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(hash text, vector text) on conflict do nothing`.execute(
    tx,
  )
}

async function forget(
  platform: Platform,
  workspaceId: string,
  place: EmbedderPlace,
  knowledge: Knowledge,
): Promise<void> {
  const used = [...new Set(vectorHashes(knowledge))]
  const old = after(platform.clock.now(), -retention)
  await platform.db.asService(workspaceId, tx =>
    sql`delete from private.passage_vectors where workspace_id = ${workspaceId} and created_at < ${old}
      and (model <> ${vectorModel(place)} or text_hash <> all(${used}::text[]))`.execute(tx),
  )
}

async function later(platform: Platform, tx: Tx, payload: EmbedTask, wait: number): Promise<void> {
  const key = `embed passages:${payload.workspace_id}`
  await platform.jobs.enqueue(tx, {
    kind: 'embed passages',
    key,
    lane: key,
    payload,
    runAt: after(platform.clock.now(), wait),
    ...(wait === settles ? { latestMs: minutes(1) } : {}),
  })
}
