import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'

/** Says, in the transaction that changes what the bot may quote, that every index built before is out of date. */
export async function bumpKnowledge(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  await sql`update workspaces set knowledge_version = knowledge_version + 1 where id = ${workspaceId}`.execute(tx)
  await platform.jobs.emit(tx, 'knowledge.changed', { workspace_id: workspaceId })
}
