import type { readBody } from '#shared/contracts/inbox/inbox.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { lockConversation } from './lock-conversation.ts'

export async function markRead(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof readBody>,
): Promise<{ read_at: Date }> {
  const { workspaceId } = caller
  const now = platform.clock.now()
  return platform.db.asService(workspaceId, async tx => {
    await lockConversation(tx, workspaceId, input.id)
    const { rows } = await sql<{ read_at: Date }>`
      insert into conversation_reads (workspace_id, conversation_id, person_id, read_at, inbound_count, marked_at)
      select workspace_id, id, ${caller.personId}, case when ${input.unread} then coalesce(last_inbound_at, created_at) - interval '1 millisecond'
        else ${now}::timestamptz end, case when ${input.unread} then greatest(inbound_count - 1, 0) else inbound_count end, ${now}::timestamptz
      from conversations where workspace_id = ${workspaceId} and id = ${input.id}
      on conflict (workspace_id, conversation_id, person_id) do update
        set read_at = excluded.read_at, inbound_count = excluded.inbound_count, marked_at = excluded.marked_at returning read_at`.execute(
      tx,
    )
    const [read] = rows
    if (!read) throw new Error('What was read could not be noted.')
    if (!input.unread) {
      const seen = { workspace_id: workspaceId, conversation_id: input.id, person_id: caller.personId }
      await platform.jobs.emit(tx, 'conversation.read', seen)
    }
    return read
  })
}
