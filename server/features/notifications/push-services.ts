import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { after, minutes, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'

// After five failures in a row a service gets one probe in thirty seconds.

const failuresBefore = 5
const probeEvery = seconds(30)
const firstWait = seconds(2)
const maxWait = minutes(5)

/** undefined: go ahead, while failing as the only probe. */
export async function waitFor(platform: Platform, tx: Tx, host: string): Promise<Date | undefined> {
  const now = platform.clock.now()
  const { rows } = await sql<{ wait_until: Date }>`select wait_until from private.push_services
    where host = ${host} and failures >= ${failuresBefore} for update`.execute(tx)
  const until = rows[0]?.wait_until
  if (!until) return undefined
  if (until > now) return after(until, randomInt(seconds(5)))
  await sql`update private.push_services set wait_until = ${after(now, probeEvery)} where host = ${host}`.execute(tx)
  return undefined
}

export async function recordFailure(platform: Platform, tx: Tx, host: string): Promise<void> {
  const until = after(platform.clock.now(), probeEvery)
  await sql`insert into private.push_services as s (host, failures, wait_until) values (${host}, 1, ${until})
    on conflict (host) do update set failures = s.failures + 1, wait_until = excluded.wait_until`.execute(tx)
}

export async function recordAnswer(tx: Tx, host: string): Promise<void> {
  await sql`delete from private.push_services where host = ${host}`.execute(tx)
}

/** As the service asks, else 2, 8, 32 … seconds up to five minutes, with jitter. */
export function nextTry(now: Date, tries: number, asked: string | undefined): Date {
  const wait = Math.min(firstWait * 4 ** (tries - 1), maxWait)
  const delayed = after(now, Math.ceil(wait / 2) + randomInt(Math.ceil(wait / 2)))
  const theirs = asked === undefined ? undefined : readRetryAfter(now, asked)
  return theirs && theirs > delayed ? theirs : delayed
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function readRetryAfter(now: Date, text: string): Date | undefined {
  if (/^\d{1,9}$/.test(text.trim())) return after(now, seconds(Number(text)))
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : new Date(at)
}
