import { sql } from 'kysely'
import { z } from 'zod'
import type { Caller } from '#platform/caller.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { lockConversation } from './lock-conversation.ts'

export const noteBody = z.object({
  text: z.string().trim().min(1).max(4000),
  /** People whom the text names with an @. */
  mentions: z.array(z.uuid()).max(20).default([]),
})

export type NoteRow = { id: string; text: string; mentions: string[]; created_at: Date }

/** A note for the team; the customer never sees it. Who is no active member is not mentioned. */
export async function writeNote(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof noteBody>,
): Promise<NoteRow> {
  const { workspaceId } = caller
  const text = input.text.replaceAll('\0', '').toWellFormed().trim()
  if (!text) throw failure('request.invalid')
  return platform.db.asService(workspaceId, async tx => {
    await lockConversation(tx, workspaceId, input.id)
    const { rows } =
      await sql<NoteRow>`insert into notes (id, workspace_id, conversation_id, author_id, text, mentions, created_at)
      values (${newId()}, ${workspaceId}, ${input.id}, ${caller.personId}, ${text}, array(
        select person_id from members where workspace_id = ${workspaceId} and status = 'active' and person_id = any (${input.mentions}::uuid[])
        order by person_id), ${platform.clock.now()})
      returning id, text, mentions, created_at`.execute(tx)
    const [note] = rows
    if (!note) throw new Error('A note could not be stored.')
    return note
  })
}

/** Takes a note away: one's own, or as an admin anybody's. */
export async function removeNote(platform: Platform, caller: Caller, { id }: { id: string }): Promise<{ id: string }> {
  const { workspaceId, role, personId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql`delete from notes where workspace_id = ${workspaceId} and id = ${id}
      and (author_id = ${personId} or ${role === 'admin'}) returning id`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    return { id }
  })
}
