import type { noteBody, changedNoteBody } from '#shared/contracts/inbox/inbox.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { storable } from '#platform/text/storable-text.ts'
import { editConflict } from '../conversations/edit-conflict.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'

export type NoteRow = { id: string; text: string; mentions: string[]; created_at: Date; version: number }

const columns = sql`id, text, mentions, created_at, version`

const maxNotes = 1000

/** @throws request.not_found, request.invalid if nothing is written, inbox.notes_full */
export async function writeNote(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof noteBody>,
): Promise<NoteRow> {
  const { workspaceId } = caller
  const written = storableNote(input.text)
  return platform.db.asService(workspaceId, async tx => {
    await lockConversation(tx, workspaceId, input.id)
    const { rows: held } = await sql<{ count: number }>`select count(*)::int as count from notes
      where workspace_id = ${workspaceId} and conversation_id = ${input.id}`.execute(tx)
    if ((held[0]?.count ?? 0) >= maxNotes) throw failure('inbox.notes_full')
    const { rows } =
      await sql<NoteRow>`insert into notes (id, workspace_id, conversation_id, author_id, text, mentions, created_at)
      values (${newId()}, ${workspaceId}, ${input.id}, ${caller.personId}, ${written}, ${membersAmong(workspaceId, input.mentions)},
        ${platform.clock.now()}) returning ${columns}`.execute(tx)
    const [note] = rows
    if (!note) throw new Error('A note could not be stored.')
    await notifyMentioned(platform, tx, caller, { note, conversationId: input.id, before: [] })
    return note
  })
}

/**
 * One's own, or any as an admin; newly mentioned members are notified.
 * @throws inbox.changed_meanwhile
 */
export async function changeNote(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof changedNoteBody>,
): Promise<NoteRow> {
  const { workspaceId, role, personId } = caller
  const written = storableNote(input.text)
  return platform.db.asService(workspaceId, async tx => {
    const { rows: known } = await sql<Known>`select conversation_id, mentions, version, edited_by, edited_at from notes
      where workspace_id = ${workspaceId} and id = ${input.id} and (author_id = ${personId} or ${role === 'admin'})
      for no key update`.execute(tx)
    const [before] = known
    if (!before) throw failure('request.not_found')
    if (input.version !== undefined && input.version !== before.version)
      throw editConflict({ version: before.version, by: before.edited_by, at: before.edited_at })
    const { rows } =
      await sql<NoteRow>`update notes set text = ${written}, mentions = ${membersAmong(workspaceId, input.mentions)},
        version = version + 1, edited_by = ${personId}, edited_at = ${platform.clock.now()}
      where workspace_id = ${workspaceId} and id = ${input.id} returning ${columns}`.execute(tx)
    const [note] = rows
    if (!note) throw new Error('A note could not be stored.')
    const { conversation_id: conversationId, mentions: named } = before
    await notifyMentioned(platform, tx, caller, { note, conversationId, before: named })
    return note
  })
}

type Known = {
  conversation_id: string
  mentions: string[]
  version: number
  edited_by: string | null
  edited_at: Date | null
}

function storableNote(typed: string): string {
  const clean = storable(typed).trim()
  if (!clean) throw failure('request.invalid')
  return clean
}

function membersAmong(workspaceId: string, people: string[]) {
  return sql`array(select person_id from members where workspace_id = ${workspaceId} and status = 'active'
    and person_id = any (${people}::uuid[]) order by person_id)`
}

async function notifyMentioned(
  platform: Platform,
  tx: Tx,
  { workspaceId, personId: by }: Caller,
  { note, conversationId, before }: { note: NoteRow; conversationId: string; before: string[] },
): Promise<void> {
  for (const personId of note.mentions.filter(one => !before.includes(one)))
    await platform.jobs.emit(tx, 'member.mentioned', {
      workspace_id: workspaceId,
      conversation_id: conversationId,
      note_id: note.id,
      person_id: personId,
      by,
    })
}

/** @throws request.not_found, also if it is another member's and the caller is no admin */
export async function removeNote(platform: Platform, caller: Caller, { id }: { id: string }): Promise<{ id: string }> {
  const { workspaceId, role, personId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql`delete from notes where workspace_id = ${workspaceId} and id = ${id}
      and (author_id = ${personId} or ${role === 'admin'}) returning id`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    return { id }
  })
}
