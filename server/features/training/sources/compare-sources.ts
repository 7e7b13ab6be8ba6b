import { sql } from 'kysely'
import { after, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type Comparable, findOverlaps } from '../search/find-overlaps.ts'

const maxPassages = 40_000

/** Debounced. */
export async function compareLater(platform: Platform, tx: Tx, changed: { workspace_id: string }): Promise<void> {
  const { workspace_id } = changed
  const runAt = after(platform.clock.now(), seconds(3))
  const key = `compare sources:${workspace_id}`
  await platform.jobs.enqueue(tx, {
    kind: 'compare sources',
    key,
    payload: { workspace_id },
    runAt,
    latestMs: seconds(30),
  })
}

export async function compareSources(
  platform: Platform,
  { workspace_id: workspaceId }: { workspace_id: string },
): Promise<void> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<Comparable>`select p.id, p.source_id, coalesce(s.parent_id, s.id) as family, case when p.heading = '' then s.title else regexp_replace(p.heading, '^.* › ', '') end as heading, p.text
      from passages p join sources s on s.workspace_id = p.workspace_id and s.id = p.source_id
      where p.workspace_id = ${workspaceId} and p.live and s.status <> 'removed' order by p.id limit ${maxPassages}`.execute(
      tx,
    ),
  )
  const found = findOverlaps(rows).flatMap(({ a, b, kind }) => [
    { passage_id: a.id, other_passage_id: b.id, source_id: a.source_id, other_source_id: b.source_id, kind },
    { passage_id: b.id, other_passage_id: a.id, source_id: b.source_id, other_source_id: a.source_id, kind },
  ])
  const now = sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(passage_id uuid, other_passage_id uuid, source_id uuid, other_source_id uuid, kind text)`
  await platform.db.asService(workspaceId, async tx => {
    await sql`delete from source_overlaps o where workspace_id = ${workspaceId} and not exists (select from ${now}
      where f.passage_id = o.passage_id and f.other_passage_id = o.other_passage_id and f.kind = o.kind)`.execute(tx)
    await sql`insert into source_overlaps (workspace_id, passage_id, other_passage_id, source_id, other_source_id, kind)
      select ${workspaceId}::uuid, passage_id, other_passage_id, source_id, other_source_id, kind from ${now} on conflict do nothing`.execute(
      tx,
    )
  })
}
