import type { missedQuery } from '#shared/contracts/sessions.api.ts'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { isFor, liveTables } from '../topics/live-topics.ts'
import { type LiveChange, readChanged } from './read-changed.ts'

const maxChanges = 500

/** @throws changes.too_old after 24 hours. At most 500 changes; the same cursor again: nothing is left */
export async function missedChanges(
  platform: Platform,
  caller: Caller,
  { after }: z.output<typeof missedQuery>,
): Promise<{ changes: LiveChange[]; cursor: string }> {
  if (after === undefined) return { changes: [], cursor: await platform.changes.cursor() }
  const { workspaceId, personId, claims } = caller
  const found = await platform.changes.after(after, { workspaceId, personId, tables: liveTables }, maxChanges)
  if (!found) throw failure('changes.too_old')
  const mine = found.changes.filter(change => isFor(change, caller))
  return { changes: await readChanged(platform, claims, mine), cursor: found.cursor }
}
