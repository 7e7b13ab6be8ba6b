import { sql } from 'kysely'
import { z } from 'zod'
import { readVisitor } from '#features/channels/website/website-visitor.ts'
import { after, seconds } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { findVisitorConversation, readCursor } from './visitor-history.ts'

export const readBody = z.object({ cursor: z.string().max(200) })

const oftenest = seconds(2)

export async function visitorTypes(platform: Platform, authorization: string | undefined): Promise<void> {
  await platform.db.asService(null, async tx => {
    const visitor = await readVisitor(platform, tx, authorization)
    const conversation = await findVisitorConversation(tx, visitor)
    if (!conversation) return
    const now = platform.clock.now()
    const { rows } = await sql`update conversations set contact_typing_at = ${now}
      where workspace_id = ${visitor.workspaceId} and id = ${conversation.id} and status <> 'closed'
        and (contact_typing_at is null or contact_typing_at <= ${after(now, -oftenest)}) returning id`.execute(tx)
    if (rows.length === 0) return
    // With the transaction: never after the message being typed.
    await platform.broadcast.send(`conversation:${conversation.id}`, 'typing', { author: 'contact' }, tx)
  })
}

/** @throws request.invalid for a bad cursor, and what `readVisitor` throws */
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
