import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { changedCannedReply, newCannedReply } from '#shared/contracts/inbox/canned-replies.contract.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { storableText } from '#platform/text/storable-text.ts'
import { editConflict } from '../conversations/edit-conflict.ts'

export type CannedReplyRow = {
  id: string
  title: string
  shortcut: string
  text: string
  language: 'vi' | 'en' | null
  version: number
}

const maxReplies = 500

const columns = sql`id, title, shortcut, text, language, version`

/** @throws inbox.shortcut_taken, inbox.replies_full */
export async function makeCannedReply(
  platform: Platform,
  caller: Caller,
  input: z.output<typeof newCannedReply>,
): Promise<CannedReplyRow> {
  const { workspaceId } = caller
  const now = platform.clock.now()
  const { title, text, shortcut } = cleaned(input)
  return platform.db.asService(workspaceId, async tx => {
    // Locks the workspace's row: two at once must not both take the last place.
    await sql`select 1 from workspaces where id = ${workspaceId} for no key update`.execute(tx)
    const { rows: held } = await sql<{ count: number }>`select count(*)::int as count from canned_replies
      where workspace_id = ${workspaceId}`.execute(tx)
    if ((held[0]?.count ?? 0) >= maxReplies) throw failure('inbox.replies_full')
    const { rows } =
      await sql<CannedReplyRow>`insert into canned_replies (id, workspace_id, title, shortcut, shortcut_folded, text, language,
        changed_by, changed_at, created_at)
      values (${newId()}, ${workspaceId}, ${title}, ${shortcut}, ${fold(shortcut)}, ${text}, ${input.language},
        ${caller.personId}, ${now}, ${now})
      on conflict (workspace_id, shortcut_folded) do nothing returning ${columns}`.execute(tx)
    const [made] = rows
    if (!made) throw failure('inbox.shortcut_taken')
    return made
  })
}

/** @throws inbox.shortcut_taken, inbox.changed_meanwhile */
export async function changeCannedReply(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof changedCannedReply>,
): Promise<CannedReplyRow> {
  const { workspaceId } = caller
  const { title = null, text = null, shortcut = null } = cleaned(input)
  return platform.db.asService(workspaceId, async tx => {
    await refuseIfNewer(tx, workspaceId, input)
    const folded = shortcut === null ? null : fold(shortcut)
    const { rows: taken } = await sql`select 1 from canned_replies where workspace_id = ${workspaceId}
      and shortcut_folded = ${folded} and id <> ${input.id}`.execute(tx)
    if (taken.length > 0) throw failure('inbox.shortcut_taken')
    const { rows } =
      await sql<CannedReplyRow>`update canned_replies set title = coalesce(${title}, title), text = coalesce(${text}, text),
        shortcut = coalesce(${shortcut}, shortcut), shortcut_folded = coalesce(${folded}, shortcut_folded),
        language = case when ${input.language !== undefined} then ${input.language ?? null} else language end,
        version = version + 1, changed_by = ${caller.personId}, changed_at = ${platform.clock.now()}
      where workspace_id = ${workspaceId} and id = ${input.id} returning ${columns}`.execute(tx)
    const [changed] = rows
    if (!changed) throw failure('request.not_found')
    return changed
  })
}

async function refuseIfNewer(
  tx: Tx,
  workspaceId: string,
  { id, version }: { id: string; version?: number | undefined },
): Promise<void> {
  const { rows } = await sql<{ version: number; by: string | null; at: Date }>`
    select version, changed_by as by, changed_at as at from canned_replies
    where workspace_id = ${workspaceId} and id = ${id} for update`.execute(tx)
  const [known] = rows
  if (!known) throw failure('request.not_found')
  if (version !== undefined && version !== known.version) throw editConflict(known)
}

/** @throws request.not_found */
export async function removeCannedReply(
  platform: Platform,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql`delete from canned_replies where workspace_id = ${workspaceId} and id = ${id}
      returning id`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    return { id }
  })
}

type Words = { title?: string | undefined; text?: string | undefined; shortcut?: string | undefined }

/** @throws request.invalid if nothing storable is left */
function cleaned<Given extends Words>({ title, text, shortcut }: Given): Pick<Given, keyof Words> {
  const one = (typed: string | undefined) => {
    const clean = typed && storableText(typed)
    if (clean === '') throw failure('request.invalid')
    return clean
  }
  return { title: one(title)?.replace(/\s+/g, ' '), text: one(text), shortcut: one(shortcut) } as Pick<
    Given,
    keyof Words
  >
}
