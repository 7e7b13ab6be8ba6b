import type { assignBody } from '#shared/contracts/inbox/inbox.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { editConflict } from './edit-conflict.ts'
import { lockConversation } from './lock-conversation.ts'

/** @throws request.not_found if not an active member, inbox.changed_meanwhile if somebody else took it */
export async function assign(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof assignBody>,
): Promise<{ assignee_id: string | null }> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    if (input.person_id !== null) {
      // Locked, so that a removal waits and gives this one back too; before the conversation, as a removal does.
      const { rows } =
        await sql`select 1 from members where workspace_id = ${workspaceId} and person_id = ${input.person_id}
        and status = 'active' for share`.execute(tx)
      if (rows.length === 0) throw failure('request.not_found')
    }
    await lockConversation(tx, workspaceId, input.id)
    if (input.instead_of !== undefined) await refuseIfTaken(tx, workspaceId, input.id, input.instead_of)
    const { rows: changed } = await sql`update conversations set assignee_id = ${input.person_id}
      where workspace_id = ${workspaceId} and id = ${input.id} and assignee_id is distinct from ${input.person_id}
      returning id`.execute(tx)
    if (changed.length > 0 && input.person_id !== null)
      await platform.jobs.emit(tx, 'conversation.assigned', {
        workspace_id: workspaceId,
        conversation_id: input.id,
        person_id: input.person_id,
        by: caller.personId,
      })
    return { assignee_id: input.person_id }
  })
}

async function refuseIfTaken(tx: Tx, workspaceId: string, id: string, insteadOf: string | null): Promise<void> {
  const { rows } = await sql<{ assignee_id: string | null }>`select assignee_id from conversations
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  const now = rows[0]?.assignee_id ?? null
  if (now !== insteadOf) throw editConflict({ by: now, at: null })
}
