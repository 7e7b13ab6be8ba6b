import { sql } from 'kysely'
import { mostPairs } from '#shared/contracts/training.contract.ts'
import type { Tx } from '#platform/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { bumpKnowledge } from '../knowledge-version.ts'
import { passageHash } from '../passage-hash.ts'
import type { Pair } from './clean-pair.ts'

/** A pair to write: with the id of a known one it takes its place. */
export type PairToWrite = Pair & { id: string; folded: string }

/**
 * Writes clean pairs, all or none: each becomes one passage under its question, and answers from the next message on.
 * @throws training.pairs_reached
 */
export async function writePairs(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  pairs: PairToWrite[],
  by: string | null,
): Promise<void> {
  if (pairs.length === 0) return
  const now = platform.clock.now()
  // Holds the workspace's row from here on: however many write at once, none passes the limit.
  await bumpKnowledge(platform, tx, workspaceId)
  const ids = pairs.map(pair => pair.id)
  const rows = JSON.stringify(
    pairs.map(pair => ({
      ...pair,
      passage_id: newId(),
      text_hash: passageHash({ heading: pair.question, text: pair.answer }),
    })),
  )
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as g(id uuid, question text, answer text, folded text, passage_id uuid, text_hash text)`
  await sql`insert into sources as s (id, workspace_id, kind, title, answer, title_folded, status, progress, passages_count, created_by, created_at, processed_at)
    select id, ${workspaceId}::uuid, 'pair', question, answer, folded, 'processed', 100, 1, ${by}::uuid, ${now}::timestamptz, ${now}::timestamptz from ${given}
    on conflict (id) do update set title = excluded.title, answer = excluded.answer, title_folded = excluded.title_folded,
      version = s.version + 1, processed_at = excluded.processed_at
    where s.workspace_id = ${workspaceId} and s.kind = 'pair'`.execute(tx)
  if ((await countPairs(tx, workspaceId)) > mostPairs) throw failure('training.pairs_reached')
  await sql`delete from passages where workspace_id = ${workspaceId} and source_id = any (${ids}::uuid[])`.execute(tx)
  await sql`delete from private.source_texts where workspace_id = ${workspaceId} and source_id = any (${ids}::uuid[])`.execute(
    tx,
  )
  await sql`insert into private.source_texts (workspace_id, source_id, version, text)
    select s.workspace_id, s.id, s.version, g.answer from ${given} join sources s on s.workspace_id = ${workspaceId} and s.id = g.id`.execute(
    tx,
  )
  await sql`insert into passages (id, workspace_id, source_id, version, position, heading, text, "start", "end", text_hash, live)
    select g.passage_id, s.workspace_id, s.id, s.version, 0, g.question, g.answer, 0, length(g.answer), g.text_hash, true
    from ${given} join sources s on s.workspace_id = ${workspaceId} and s.id = g.id`.execute(tx)
}

async function countPairs(tx: Tx, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sources
    where workspace_id = ${workspaceId} and kind = 'pair' and status = 'processed'`.execute(tx)
  return rows[0]?.count ?? 0
}
