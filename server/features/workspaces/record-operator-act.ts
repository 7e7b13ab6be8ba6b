import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** The operator making the decision, already checked by the caller. */
export type Operator = { personId: string }

/** Writes to the audit log of the workspace concerned, else to the house's, which only operators read. */
export async function recordOperatorAct(
  platform: Platform,
  tx: Tx,
  { personId }: Operator,
  act: { workspaceId: string | null; action: string; target: string; meta?: object },
): Promise<void> {
  const { rows } = await sql`insert into audit_log (id, workspace_id, actor, action, target, meta, at)
    select ${newId()}, id, ${personId}, ${act.action}, ${act.target}, ${JSON.stringify(act.meta ?? {})}::jsonb, ${platform.clock.now()}
    from workspaces where id = ${act.workspaceId}::uuid or kind = 'house' order by kind = 'house' limit 1 returning id`.execute(
    tx,
  )
  if (rows.length === 0) throw new Error('There is no audit log for an act of an operator.')
}
