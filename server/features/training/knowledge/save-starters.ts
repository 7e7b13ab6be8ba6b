import { sql } from 'kysely'
import { writeStarters } from '#server/answering/examining/write-starters.ts'
import { dayOf } from '#server/answering/reading/days.ts'
import type { Platform } from '#platform/platform.ts'
import { loadKnowledge } from './load-knowledge.ts'
import { stateOf } from '../facts/understood.ts'

export async function saveStarters(
  platform: Platform,
  { workspace_id: workspaceId }: { workspace_id: string },
): Promise<void> {
  const { knowledge } = await loadKnowledge(platform, workspaceId)
  const holding = knowledge.holdingOn(dayOf(platform.clock.now()))
  const { vi, en } = writeStarters(
    knowledge.compiled.entries.filter(({ place }) => stateOf(holding, place) === 'valid'),
  )
  await platform.db.asService(workspaceId, tx =>
    sql`insert into private.starters (workspace_id, vi, en) select id, ${vi}::text[], ${en}::text[] from workspaces
      where id = ${workspaceId} on conflict (workspace_id) do update set vi = excluded.vi, en = excluded.en`.execute(
      tx,
    ),
  )
}
