import { jwtVerify } from 'jose'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Caller } from '#platform/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'

/** What a shop's server says of a visitor who is signed in there. */
const claims = z.object({
  sub: z.string().min(1).max(200),
  name: z.string().max(120).optional(),
  email: z.string().max(254).optional(),
  phone: z.string().max(40).optional(),
})
export type Identity = { user_id: string; name?: string; email?: string; phone?: string }

const longestLife = 3660 // an hour, and a minute for clocks that differ

/** The secret with which the shop's server signs. It is derived, so it lies in no table. */
export async function readIdentitySecret(
  platform: Platform,
  caller: Caller,
  input: { id: string },
): Promise<{ secret: string }> {
  const { rows } = await platform.db.asService(caller.workspaceId, tx =>
    sql`select 1 from channels where workspace_id = ${caller.workspaceId} and id = ${input.id} and kind = 'website'`.execute(
      tx,
    ),
  )
  if (rows.length === 0) throw failure('request.not_found')
  return { secret: secretOf(platform, input.id) }
}

/** The person of an identity token, or undefined when it is not signed by this shop, over, or valid for over an hour. */
export async function readIdentity(platform: Platform, channelId: string, jwt: string): Promise<Identity | undefined> {
  const now = platform.clock.now()
  try {
    const { payload } = await jwtVerify(jwt, new TextEncoder().encode(secretOf(platform, channelId)), {
      algorithms: ['HS256'],
      currentDate: now,
      requiredClaims: ['exp', 'sub'],
    })
    if ((payload.exp ?? 0) > now.getTime() / 1000 + longestLife) return undefined
    const { sub, ...rest } = claims.parse(payload)
    return JSON.parse(JSON.stringify({ user_id: sub, ...rest }).replaceAll('\\u0000', '')) as Identity
  } catch {
    return undefined
  }
}

function secretOf(platform: Platform, channelId: string): string {
  return platform.tokens.secretFor(`widget identity ${channelId}`)
}
