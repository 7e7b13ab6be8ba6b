import { sql } from 'kysely'
import { z } from 'zod'
import { readVisitor } from '#features/channels/website-visitor.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { findVisitorConversation, readCursor } from './visitor-history.ts'

export const readBody = z.object({ cursor: z.string().max(200) })

/** The visitor writes: the bot waits a little for the rest, and the team sees it. */
export async function visitorTypes(platform: Platform, authorization: string | undefined): Promise<void> {
  const conversationId = await platform.db.asService(null, async tx => {
    const visitor = await readVisitor(platform, tx, authorization)
    const conversation = await findVisitorConversation(tx, visitor)
    if (!conversation) return undefined
    await sql`update conversations set contact_typing_at = ${platform.clock.now()}
      where workspace_id = ${visitor.workspaceId} and id = ${conversation.id} and status <> 'closed'`.execute(tx)
    return conversation.id
  })
  if (conversationId) await platform.broadcast.send(`conversation:${conversationId}`, 'typing', { author: 'contact' })
}

/** The visitor has seen everything up to the cursor: the team sees it on its own messages. Never goes backwards. */
export async function visitorReads(
  platform: Platform,
  authorization: string | undefined,
  input: z.output<typeof readBody>,
): Promise<void> {
  const place = readCursor(input.cursor)
  if (place === null) throw failure('request.invalid', { fields: [{ path: 'cursor', problem: 'Not a cursor.' }] })
  if (!place) return
  await platform.db.asService(null, async tx => {
    const visitor = await readVisitor(platform, tx, authorization)
    const { workspaceId, channelId, externalId } = visitor
    await sql`update messages m set status = 'read'
      from conversations v join contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id
      where m.workspace_id = ${workspaceId} and m.conversation_id = ${place.conversationId}::uuid and m.seq <= ${place.seq}
        and m.direction = 'out' and m.status in ('sent', 'delivered')
        and v.workspace_id = m.workspace_id and v.id = m.conversation_id
        and c.channel_id = ${channelId} and c.external_id = ${externalId}`.execute(tx)
  })
}
