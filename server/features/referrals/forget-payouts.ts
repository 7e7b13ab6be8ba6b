import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

/** Earlier withdrawals keep their own copy of the account; the books stay. */
export async function forgetPayouts(platform: Platform, gone: EventCatalogue['workspace.deleted']): Promise<void> {
  const { workspace_id: workspaceId } = gone
  await platform.db.asService(workspaceId, async tx => {
    await sql`delete from private.payout_accounts where workspace_id = ${workspaceId}`.execute(tx)
    await sql`delete from private.secrets where workspace_id = ${workspaceId} and owner = 'payout account'`.execute(tx)
    await sql`delete from private.referral_devices where workspace_id = ${workspaceId}`.execute(tx)
  })
}
