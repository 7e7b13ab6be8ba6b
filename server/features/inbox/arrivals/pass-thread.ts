import { sql } from 'kysely'
import type { Arrival } from './arrival.ts'

/**
 * Who answers a conversation changed at the platform: another app silences the bot, and when it is ours again the bot may go on.
 * A person's pause or hand-over stays what it is.
 */
export async function passThread(
  { platform, tx, channel }: Arrival,
  userId: string,
  owner: 'us' | 'other',
): Promise<void> {
  const { workspaceId } = channel
  const mine = sql`workspace_id = ${workspaceId} and status <> 'closed' and contact_id = (
    select id from contacts where workspace_id = ${workspaceId} and channel_id = ${channel.id} and external_id = ${userId})`
  const { rows } =
    owner === 'us'
      ? await sql<{ id: string }>`update conversations set bot_status = 'on', bot_off_by = null, bot_off_until = null
          where ${mine} and bot_status = 'off' and bot_off_by = 'standby' returning id`.execute(tx)
      : await sql<{
          id: string
        }>`update conversations set bot_status = 'off', bot_off_by = 'standby', bot_off_until = null
          where ${mine} and bot_status = 'on' returning id`.execute(tx)
  for (const { id } of rows) {
    const told = { workspace_id: workspaceId, conversation_id: id, by: 'standby' }
    await platform.jobs.emit(tx, owner === 'us' ? 'bot.resumed' : 'bot.paused', told)
  }
}
