import { sql } from 'kysely'
import type { Channel } from '#features/channels/channel.ts'
import type { Referral } from '#features/channels/channel-events.ts'
import type { Tx } from '#platform/sql/database.ts'

export function isAd(referral: Referral | undefined): boolean {
  return referral?.source?.toUpperCase() === 'ADS'
}

export async function recordAdEntry(tx: Tx, { workspaceId }: Channel, contactId: string, at: Date): Promise<void> {
  await sql`update contacts set ad_entry_at = greatest(ad_entry_at, ${at}) where workspace_id = ${workspaceId} and id = ${contactId}`.execute(
    tx,
  )
}
