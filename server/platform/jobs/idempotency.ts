import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { after, hours, minutes } from '../clock.ts'
import { failure } from '../errors.ts'
import type { Platform } from '../platform.ts'

type Result = { status: number; response: unknown }

/** @throws request.conflict for another body under the key, or while the first run is still going */
export async function once(
  platform: Platform,
  scope: string,
  key: string,
  body: unknown,
  status: number,
  act: () => Promise<unknown>,
): Promise<Result> {
  if (key.length > 255)
    throw failure('request.invalid', { fields: [{ path: 'Idempotency-Key', problem: 'at most 255 characters' }] })
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('hex')
  const now = platform.clock.now()
  const first = await platform.db.asService(null, async tx => {
    await sql`delete from private.idempotency_keys where at < ${after(now, -hours(48))}
      or (scope = ${scope} and key = ${key} and status is null and at < ${after(now, -minutes(1))})`.execute(tx)
    const made =
      await sql`insert into private.idempotency_keys (scope, key, body_hash, at) values (${scope}, ${key}, ${bodyHash}, ${now})
      on conflict do nothing returning key`.execute(tx)
    if (made.rows.length > 0) return undefined
    const { rows } = await sql<{ body_hash: string; status: number | null; response: unknown }>`
      select body_hash, status, response from private.idempotency_keys where scope = ${scope} and key = ${key}`.execute(
      tx,
    )
    return rows[0]
  })
  if (first) {
    if (first.body_hash !== bodyHash || first.status === null) throw failure('request.conflict')
    return { status: first.status, response: first.response }
  }
  try {
    const response = (await act()) ?? {}
    await platform.db.asService(null, tx =>
      sql`update private.idempotency_keys set status = ${status}, response = ${JSON.stringify(response)}::jsonb where scope = ${scope} and key = ${key}`.execute(
        tx,
      ),
    )
    return { status, response }
  } catch (error) {
    await platform.db.asService(null, tx =>
      sql`delete from private.idempotency_keys where scope = ${scope} and key = ${key}`.execute(tx),
    )
    throw error
  }
}
