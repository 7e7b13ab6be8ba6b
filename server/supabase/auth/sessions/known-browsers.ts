import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { browserFromNowOn, browserOf } from '#platform/http/browser-cookie.ts'
import type { Platform } from '#platform/platform.ts'

/** As long as browsers keep a cookie. */
const forgetAfterMs = days(400)
const maxPerOne = 20

export async function rememberBrowser(
  platform: Platform,
  tx: Tx,
  userId: string,
  request: FastifyRequest,
  { stepped = false } = {},
): Promise<void> {
  const browser = browserFromNowOn(platform.config, request)
  if (browser === undefined) return
  const now = platform.clock.now()
  await sql`insert into auth.known_browsers as k (user_id, browser_hash, stepped, seen_at)
    values (${userId}, ${browser}, ${stepped}, ${now})
    on conflict (user_id, browser_hash) do update set seen_at = excluded.seen_at, stepped = k.stepped or excluded.stepped`.execute(
    tx,
  )
  await sql`delete from auth.known_browsers where user_id = ${userId} and (seen_at < ${after(now, -forgetAfterMs)}
    or browser_hash in (select browser_hash from auth.known_browsers where user_id = ${userId}
      order by seen_at desc, browser_hash offset ${maxPerOne}))`.execute(tx)
}

/** Undefined unless this account signed in here before; `stepped`: with the second step. */
export async function ownersBrowser(
  platform: Platform,
  request: FastifyRequest,
  whose: { email: string } | { id: string },
  { stepped = false } = {},
): Promise<string | undefined> {
  const browser = browserOf(platform.config, request)
  if (browser === undefined) return undefined
  const account = 'id' in whose ? sql`u.id = ${whose.id}` : sql`lower(u.email) = ${whose.email}`
  const found = await platform.db
    .readAsService(sql`select 1 from auth.known_browsers k join auth.users u on u.id = k.user_id
    where k.browser_hash = ${browser} and ${account} and u.deleted_at is null and (k.stepped or not ${stepped}::boolean)`)
  return found.length > 0 ? browser : undefined
}

/** After a new password only this browser is surely the owner's. */
export async function forgetOtherBrowsers(
  platform: Platform,
  tx: Tx,
  userId: string,
  request: FastifyRequest | undefined,
): Promise<void> {
  const here = request && browserOf(platform.config, request)
  await sql`delete from auth.known_browsers where user_id = ${userId} and browser_hash is distinct from ${here ?? null}`.execute(
    tx,
  )
}
