import { sql } from 'kysely'
import { planAfresh, type Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { recordKnowledge } from './record-knowledge.ts'

/** In the transaction of the change; outdates every index. `by`: who removed or restored something. */
export async function bumpKnowledge(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  how: { by?: string | null; restored?: number } = {},
): Promise<void> {
  planAfresh(tx)
  await sql`update workspaces set knowledge_version = knowledge_version + 1 where id = ${workspaceId}`.execute(tx)
  recordKnowledge(tx, workspaceId, platform.clock.now(), how)
  await platform.jobs.emit(tx, 'knowledge.changed', { workspace_id: workspaceId })
}

export async function knowledgeVersion(tx: Tx, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`select knowledge_version as version from workspaces
    where id = ${workspaceId}`.execute(tx)
  return rows[0]?.version ?? 0
}

/** Blocks other changes until the transaction ends. */
export async function heldVersion(tx: Tx, workspaceId: string): Promise<number> {
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
  return knowledgeVersion(tx, workspaceId)
}
