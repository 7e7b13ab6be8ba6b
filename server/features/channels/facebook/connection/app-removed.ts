import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { forgetSecret } from '#platform/secrets/stored-secrets.ts'
import type { Platform } from '#platform/platform.ts'
import { channelSecret } from '../../channel.ts'
import { readChannel } from '../../channel-row.ts'
import { markChannelLost } from '../../connections/mark-channel-lost.ts'

type Granted = { workspace_id: string; channel_id: string }

/** Pages this person connected lose their tokens; customers' messages belong to the shop and stay. Idempotent. */
export async function forgetFacebookPerson(platform: Platform, facebookPersonId: string): Promise<number> {
  const { rows } = await platform.db.asService(null, tx =>
    sql<Granted>`select workspace_id, channel_id from private.facebook_grants
      where facebook_person_id = ${facebookPersonId}`.execute(tx),
  )
  for (const grant of rows) await endGrant(platform, grant)
  return rows.length
}

async function endGrant(platform: Platform, { workspace_id: workspaceId, channel_id: id }: Granted): Promise<void> {
  await platform.db.asService(workspaceId, async tx => {
    const channel = await readChannel(tx, workspaceId, id, true)
    await sql`delete from private.facebook_grants where workspace_id = ${workspaceId} and channel_id = ${id}`.execute(
      tx,
    )
    if (!channel) return
    await forgetSecret(tx, channelSecret(channel, 'token'))
    await forgetSecret(tx, channelSecret(channel, 'ads_token'))
    await sql`delete from private.ad_accounts where workspace_id = ${workspaceId} and channel_id = ${id}`.execute(tx)
    await markChannelLost(platform, tx, channel, 'facebook.app_removed')
  })
}

/** @returns the code of the status page */
export async function deleteFacebookPerson(platform: Platform, facebookPersonId: string): Promise<string> {
  const pages = await forgetFacebookPerson(platform, facebookPersonId)
  const code = randomBytes(12).toString('hex')
  await platform.db.asService(null, tx =>
    sql`insert into private.facebook_deletions (code, pages, done_at)
      values (${code}, ${pages}, ${platform.clock.now()})`.execute(tx),
  )
  return code
}

export async function readDeletion(
  platform: Platform,
  code: string,
): Promise<{ pages: number; doneAt: Date } | undefined> {
  const { rows } = await platform.db.asService(null, tx =>
    sql<{
      pages: number
      done_at: Date
    }>`select pages, done_at from private.facebook_deletions where code = ${code}`.execute(tx),
  )
  return rows[0] && { pages: rows[0].pages, doneAt: rows[0].done_at }
}
