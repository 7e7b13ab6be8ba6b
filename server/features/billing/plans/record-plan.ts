import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

export async function recordPlan(
  platform: Platform,
  tx: Tx,
  { workspace_id, status, plan }: EventCatalogue['subscription.changed'],
): Promise<void> {
  await sql`insert into audit_log (id, workspace_id, action, meta, at)
    values (${newId()}, ${workspace_id}, 'subscription.changed', ${JSON.stringify({ status, plan })}::jsonb, ${platform.clock.now()})`.execute(
    tx,
  )
}
