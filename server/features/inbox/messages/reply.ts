import type { replyBody } from '#shared/contracts/inbox/inbox.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { after } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { holdsOpenVariable } from '#shared/rules/text/reply-variables.ts'
import { storable } from '#platform/text/storable-text.ts'
import { attachedFiles } from './attached-files.ts'
import { botStaysOff } from '../conversations/bot-stays-off.ts'
import { refuseOutsideWindow } from '../conversations/conversation-window.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { asksDetails, type Sent, sendMessage } from './send-message.ts'

const maxLength = 2000

export async function reply(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.input<typeof replyBody>,
): Promise<Sent> {
  return platform.db.asService(caller.workspaceId, tx => replyWithin(platform, tx, caller, input))
}

/**
 * @throws inbox.message_empty, inbox.message_too_long, inbox.variable_open, inbox.conversation_closed, inbox.attachment_missing,
 * request.not_found and what `refuseOutsideWindow` throws. The same `client_id` again returns the stored message
 */
export async function replyWithin(
  platform: Platform,
  tx: Tx,
  caller: Caller,
  input: { id: string } & z.input<typeof replyBody>,
): Promise<Sent> {
  const text = storable(input.text ?? '').trim()
  const { attachments = [] } = input
  if (!text && attachments.length === 0) throw failure('inbox.message_empty')
  if ([...text].length > maxLength) throw failure('inbox.message_too_long')
  if (holdsOpenVariable(text)) throw failure('inbox.variable_open')
  const { workspaceId } = caller
  const conversation = await lockConversation(tx, workspaceId, input.id)
  if (input.client_id) {
    const { rows } =
      await sql<Sent>`select id, seq, channel_id, text, author, status, created_at, client_id from messages
      where workspace_id = ${workspaceId} and conversation_id = ${input.id} and client_id = ${input.client_id}`.execute(
        tx,
      )
    if (rows[0]) return rows[0]
  }
  if (conversation.status === 'closed') throw failure('inbox.conversation_closed')
  await refuseOutsideWindow(platform, tx, workspaceId, input.id, input.may_cost ?? false)
  const files = await attachedFiles(tx, workspaceId, attachments)
  const until = after(platform.clock.now(), botStaysOff)
  // A hand-over or manual pause stays until a member resumes or closes.
  await sql`update conversations set waiting_since = null, bot_status = 'off',
      bot_off_by = case when bot_status = 'off' then bot_off_by else 'member' end,
      bot_off_until = case when bot_status = 'off' and bot_off_until is null then null else ${until}::timestamptz end,
      assignee_id = coalesce(assignee_id, ${caller.personId})
    where workspace_id = ${workspaceId} and id = ${input.id}`.execute(tx)
  if (conversation.bot_status === 'on') {
    await platform.jobs.emit(tx, 'bot.paused', { workspace_id: workspaceId, conversation_id: input.id, by: 'member' })
  }
  return sendMessage(platform, tx, {
    workspaceId,
    conversationId: input.id,
    author: 'member',
    text,
    attachments: files,
    memberId: caller.personId,
    clientId: input.client_id,
    replyTo: input.reply_to,
    mayCost: input.may_cost,
    payload: input.asks_details && text ? asksDetails : undefined,
  })
}
