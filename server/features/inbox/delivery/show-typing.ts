import { sql } from 'kysely'
import { readChannel } from '#features/channels/channel-row.ts'
import { kindOf } from '#features/channels/kinds.ts'
import { seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'

/** Each mark is an API call; quicker answers need none. */
const firstAfter = seconds(1.5)
/** Platforms' marks last up to 20 seconds. */
const everyMs = seconds(15)

type Place = { workspace_id: string; conversation_id: string }

/** Until the returned function is called. Never fails. */
export function showTyping(platform: Platform, place: Place): () => void {
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false
  const next = (ms: number): void => {
    if (hasEnded) return
    timer = setTimeout(() => void show(platform, place).finally(() => next(everyMs)), ms)
    timer.unref()
  }
  next(firstAfter)
  return () => {
    hasEnded = true
    clearTimeout(timer)
  }
}

async function show(platform: Platform, { workspace_id: workspaceId, conversation_id: id }: Place): Promise<void> {
  try {
    const found = await platform.db.asService(workspaceId, async tx => {
      const { rows } = await sql<{ channel_id: string; external_id: string; fields: Record<string, unknown> }>`
        select v.channel_id, c.external_id, c.fields from conversations v join contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id
        where v.workspace_id = ${workspaceId} and v.id = ${id}`.execute(tx)
      const [to] = rows
      const channel = to && (await readChannel(tx, workspaceId, to.channel_id))
      return to && channel ? { to, channel } : undefined
    })
    if (found?.channel.status !== 'connected') return
    const { to, channel } = found
    await kindOf(channel.kind)?.showTyping?.(platform, channel, { userId: to.external_id, fields: to.fields })
  } catch (error) {
    platform.log.debug({ error, conversation: id }, 'That somebody types could not be shown')
  }
}
