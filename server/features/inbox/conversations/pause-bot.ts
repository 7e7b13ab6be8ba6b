import type { pauseBody } from '#shared/contracts/inbox/inbox.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { after, minutes, seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { lockConversation } from './lock-conversation.ts'

type InConversation = { id: string }

export async function pauseBot(
  platform: Platform,
  caller: Caller,
  input: InConversation & z.output<typeof pauseBody>,
): Promise<{ bot_status: 'off'; bot_off_until: Date | null }> {
  const { workspaceId } = caller
  const until = input.minutes === undefined ? null : after(platform.clock.now(), minutes(input.minutes))
  return platform.db.asService(workspaceId, async tx => {
    const before = await lockConversation(tx, workspaceId, input.id)
    await sql`update conversations set bot_status = 'off', bot_off_by = 'member', bot_off_until = ${until}
      where workspace_id = ${workspaceId} and id = ${input.id}`.execute(tx)
    if (before.bot_status === 'on')
      await platform.jobs.emit(tx, 'bot.paused', { workspace_id: workspaceId, conversation_id: input.id, by: 'member' })
    return { bot_status: 'off', bot_off_until: until }
  })
}

export async function resumeBot(
  platform: Platform,
  caller: Caller,
  input: InConversation,
): Promise<{ bot_status: 'on'; bot_off_until: null }> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const before = await lockConversation(tx, workspaceId, input.id)
    await sql`update conversations set bot_status = 'on', bot_off_by = null, bot_off_until = null, bot_held_until = null, waiting_since = null
      where workspace_id = ${workspaceId} and id = ${input.id}`.execute(tx)
    if (before.bot_status === 'off')
      await platform.jobs.emit(tx, 'bot.resumed', {
        workspace_id: workspaceId,
        conversation_id: input.id,
        by: 'member',
      })
    return { bot_status: 'on', bot_off_until: null }
  })
}

const hold = seconds(60)

export async function memberTypes(platform: Platform, caller: Caller, input: InConversation) {
  const { workspaceId } = caller
  const until = after(platform.clock.now(), hold)
  await platform.db.asService(workspaceId, async tx => {
    await lockConversation(tx, workspaceId, input.id)
    await sql`update conversations set bot_held_until = ${until} where workspace_id = ${workspaceId} and id = ${input.id}`.execute(
      tx,
    )
  })
  await platform.broadcast.send(`conversation:${input.id}`, 'typing', { author: 'member' })
  return { bot_held_until: until }
}
