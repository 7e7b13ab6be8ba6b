import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { after, minutes } from '#platform/clock.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'

const offeredPage = z.object({ id: z.string(), name: z.string(), token: z.string(), mayAnswer: z.boolean() })
const offeredAccount = z.object({ id: z.string(), name: z.string(), currency: z.string(), active: z.boolean() })
const grant = z.object({
  facebookPersonId: z.string(),
  scopes: z.array(z.string()),
  pages: z.array(offeredPage),
  token: z.string().default(''),
  adAccounts: z.array(offeredAccount).default([]),
})

/** Contains a token: stays on the server. */
export type OfferedPage = z.output<typeof offeredPage>
export type PageGrant = z.output<typeof grant> & { expiresAt: Date }

const pickLife = minutes(30)

/** Stored encrypted; only the returning browser gets the secret that opens it. */
export async function savePageGrant(
  platform: Platform,
  { workspaceId, personId }: { workspaceId: string; personId: string },
  allowed: z.input<typeof grant>,
): Promise<string> {
  const pick = randomBytes(32).toString('base64url')
  const hash = hashOf(pick)
  const locked = platform.secrets.lock(JSON.stringify(allowed), `facebook pick ${hash}`)
  await platform.db.asService(workspaceId, tx =>
    sql`insert into private.facebook_picks (pick_hash, workspace_id, person_id, locked, expires_at)
      values (${hash}, ${workspaceId}, ${personId}, ${locked}, ${after(platform.clock.now(), pickLife)})`.execute(tx),
  )
  return pick
}

/** @throws facebook.pick_over, also for another person or workspace */
export async function openPageGrant(
  platform: Platform,
  { workspaceId, personId }: Caller,
  pick: string,
): Promise<PageGrant> {
  const hash = hashOf(pick)
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ locked: string; expires_at: Date }>`select locked, expires_at from private.facebook_picks
      where pick_hash = ${hash} and workspace_id = ${workspaceId} and person_id = ${personId}
        and expires_at > ${platform.clock.now()}`.execute(tx),
  )
  const [row] = rows
  if (!row) throw failure('facebook.pick_over')
  const opened: unknown = JSON.parse(platform.secrets.open(row.locked, `facebook pick ${hash}`))
  return { ...grant.parse(opened), expiresAt: row.expires_at }
}

export function hashOf(word: string): string {
  return createHash('sha256').update(word).digest('hex')
}
