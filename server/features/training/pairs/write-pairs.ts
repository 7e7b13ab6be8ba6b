import { type RawBuilder, sql } from 'kysely'
import { maxPairs } from '#shared/contracts/training/training.contract.ts'
import { planAfresh, type Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { passageHash } from '../passages/passage-hash.ts'
import { offerVersions, type ReadVersion } from '../knowledge/publish-version.ts'
import type { Pair } from './clean-pair.ts'

export type PairToWrite = Pair & { id: string; folded: string }

/**
 * All or none. `watched`: somebody waits for the result.
 * @throws training.pairs_reached
 */
export async function writePairs(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  pairs: PairToWrite[],
  how: { by: string | null; watched: boolean },
): Promise<void> {
  if (pairs.length === 0) return
  const now = platform.clock.now()
  planAfresh(tx)
  // Locked, so that concurrent writers cannot pass the limit.
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
  const rows = JSON.stringify(
    pairs.map(pair => ({
      ...pair,
      passage_id: newId(),
      text_hash: passageHash({ heading: pair.question, text: pair.answer }),
    })),
  )
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as g(id uuid, question text, answer text, folded text, passage_id uuid, text_hash text)`
  await dropUnpublished(tx, workspaceId, pairs)
  const { rows: written } = await sql<ReadVersion>`
    insert into sources as s (id, workspace_id, kind, title, answer, title_folded, status, progress, created_by, changed_by, created_at)
    select id, ${workspaceId}::uuid, 'pair', question, answer, folded, 'processing', 60, ${how.by}::uuid, ${how.by}::uuid, ${now}::timestamptz from ${given}
    on conflict (id) do update set status = 'processing', progress = 60, version = s.version + 1, changed_by = excluded.changed_by,
      title = case when s.live_version is null then excluded.title else s.title end,
      answer = case when s.live_version is null then excluded.answer else s.answer end,
      title_folded = case when s.live_version is null then excluded.title_folded else s.title_folded end
    where s.workspace_id = ${workspaceId} and s.kind = 'pair'
    returning id as source_id, version`.execute(tx)
  if ((await countPairs(tx, workspaceId)) > maxPairs) throw failure('training.pairs_reached')
  await sql`insert into private.source_texts (workspace_id, source_id, version, text)
    select s.workspace_id, s.id, s.version, g.answer from ${given} join sources s on s.workspace_id = ${workspaceId} and s.id = g.id`.execute(
    tx,
  )
  await sql`insert into passages (id, workspace_id, source_id, version, position, heading, text, "start", "end", text_hash, live)
    select g.passage_id, s.workspace_id, s.id, s.version, 0, g.question, g.answer, 0, length(g.answer), g.text_hash, false
    from ${given} join sources s on s.workspace_id = ${workspaceId} and s.id = g.id`.execute(tx)
  await carryWordings(tx, workspaceId, given)
  await offerVersions(platform, tx, workspaceId, written, how.watched)
}

/** Other wordings move to the new text once it answers; those of dead texts go. */
async function carryWordings(tx: Tx, workspaceId: string, given: RawBuilder<unknown>): Promise<void> {
  await sql`insert into passage_questions (id, workspace_id, source_id, text_hash, question, folded, created_by, created_at)
    select distinct on (q.source_id, q.folded) gen_random_uuid(), q.workspace_id, q.source_id, g.text_hash, q.question, q.folded, q.created_by, q.created_at
    from passage_questions q join ${given} on q.workspace_id = ${workspaceId} and q.source_id = g.id
    where q.folded <> g.folded order by q.source_id, q.folded, q.created_at desc
    on conflict (workspace_id, source_id, text_hash, folded) do nothing`.execute(tx)
  await sql`delete from passage_questions q using ${given}
    where q.workspace_id = ${workspaceId} and q.source_id = g.id and q.text_hash <> g.text_hash
      and not exists (select from passages p where p.workspace_id = q.workspace_id and p.source_id = q.source_id and p.live and p.text_hash = q.text_hash)`.execute(
    tx,
  )
}

async function dropUnpublished(tx: Tx, workspaceId: string, pairs: PairToWrite[]): Promise<void> {
  const these = sql`s.workspace_id = ${workspaceId} and s.id = any (${pairs.map(pair => pair.id)}::uuid[])
    and s.status in ('processing', 'waiting')`
  await sql`delete from passages p using sources s where ${these} and p.workspace_id = s.workspace_id and p.source_id = s.id
    and p.version = s.version and not p.live`.execute(tx)
  await sql`delete from private.source_texts t using sources s where ${these} and t.workspace_id = s.workspace_id
    and t.source_id = s.id and t.version = s.version`.execute(tx)
  await sql`delete from source_checks c using sources s where ${these} and c.workspace_id = s.workspace_id and c.source_id = s.id`.execute(
    tx,
  )
}

async function countPairs(tx: Tx, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sources
    where workspace_id = ${workspaceId} and kind = 'pair' and status in ('processing', 'waiting', 'processed')`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
