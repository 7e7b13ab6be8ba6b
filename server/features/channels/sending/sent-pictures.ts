import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Channel } from '../channel.ts'

/** Platforms keep uploads for an undisclosed time. */
const heldFor = days(3)

/** undefined: must be uploaded (again) */
export async function uploadedAs(platform: Platform, channel: Channel, file: string): Promise<string | undefined> {
  const { rows } = await platform.db.asService(channel.workspaceId, tx =>
    sql<{
      external_id: string
    }>`select external_id from private.sent_pictures where workspace_id = ${channel.workspaceId}
      and channel_id = ${channel.id} and file = ${file} and at > ${after(platform.clock.now(), -heldFor)}`.execute(tx),
  )
  return rows[0]?.external_id
}

/** @param externalId null: the platform no longer knows it */
export async function recordUploaded(platform: Platform, channel: Channel, file: string, externalId: string | null) {
  const { workspaceId, id } = channel
  await platform.db.asService(workspaceId, tx =>
    externalId === null
      ? sql`delete from private.sent_pictures where workspace_id = ${workspaceId} and channel_id = ${id} and file = ${file}`.execute(
          tx,
        )
      : sql`insert into private.sent_pictures (workspace_id, channel_id, file, external_id, at)
          values (${workspaceId}, ${id}, ${file}, ${externalId}, ${platform.clock.now()})
          on conflict (workspace_id, channel_id, file) do update set external_id = excluded.external_id, at = excluded.at`.execute(
          tx,
        ),
  )
}
