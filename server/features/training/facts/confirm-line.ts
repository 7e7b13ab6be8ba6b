import { sql } from 'kysely'
import type { z } from 'zod'
import { compileFacts } from '#server/answering/compiling/compile-facts.ts'
import type { lineConfirmation } from '#shared/contracts/training/facts.contract.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { textHash } from '../passages/passage-hash.ts'
import { nameIn, nameOf } from './fact-subjects.ts'
import { readStored } from './read-document.ts'

/** Idempotent; answers stay as they are. @throws request.not_found for a line that the document does not have */
export async function confirmLine(
  platform: Platform,
  { workspaceId, personId }: Caller,
  { source_id: sourceId, subject: asked, line, confirmed }: z.output<typeof lineConfirmation>,
): Promise<void> {
  const subject = nameIn(asked)
  const hash = textHash(line)
  if (confirmed && !(await hasLine(platform, workspaceId, { sourceId, subject, hash })))
    throw failure('request.not_found')
  const change = confirmed
    ? sql`insert into private.confirmed_lines (workspace_id, source_id, subject, line_hash, confirmed_by, confirmed_at)
        values (${workspaceId}, ${sourceId}, ${subject}, ${hash}, ${personId || null}, ${platform.clock.now()})
        on conflict do nothing`
    : sql`delete from private.confirmed_lines where workspace_id = ${workspaceId} and source_id = ${sourceId}
        and subject = ${subject} and line_hash = ${hash}`
  await platform.db.asService(workspaceId, tx => change.execute(tx))
}

async function hasLine(
  platform: Platform,
  workspaceId: string,
  wanted: { sourceId: string; subject: string; hash: string },
): Promise<boolean> {
  const { title, passages } = await readStored(platform, workspaceId, wanted.sourceId)
  // Compiling costs far more.
  if (!passages.some(({ text }) => text.split(/[\n\f]/u).some(line => textHash(line) === wanted.hash))) return false
  const { entries, unread } = compileFacts(
    passages.map(({ heading, text }) => ({ document: wanted.sourceId, title, heading, text })),
  )
  const lines =
    wanted.subject === '' ? unread : entries.filter(one => nameOf(one) === wanted.subject).map(one => one.place)
  return lines.some(({ passage, start, end }) => textHash(passages[passage]!.text.slice(start, end)) === wanted.hash)
}
