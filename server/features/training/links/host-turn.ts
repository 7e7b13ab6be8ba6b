import { sql } from 'kysely'
import { after, hours, seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'

/** Between two requests to a host, over all workspaces and processes. */
export const pace = seconds(1)

/** Undefined: go ahead; else when to retry. */
export async function advanceRun(platform: Platform, address: string, wait: number): Promise<Date | undefined> {
  const { host } = new URL(address)
  const now = platform.clock.now()
  return platform.db.asService(null, async tx => {
    const taken = await sql`insert into private.crawl_hosts as h (host, next_at) values (${host}, ${after(now, wait)})
      on conflict (host) do update set next_at = excluded.next_at where h.next_at <= ${now} returning host`.execute(tx)
    if (taken.rows.length > 0) return undefined
    const { rows } = await sql<{ next_at: Date }>`select next_at from private.crawl_hosts where host = ${host}`.execute(
      tx,
    )
    return rows[0]?.next_at ?? after(now, wait)
  })
}

export async function delayHost(platform: Platform, address: string, until: Date): Promise<void> {
  const { host } = new URL(address)
  await platform.db.asService(null, tx =>
    sql`insert into private.crawl_hosts as h (host, next_at) values (${host}, ${until})
      on conflict (host) do update set next_at = greatest(h.next_at, excluded.next_at)`.execute(tx),
  )
}

export async function forgetHosts(platform: Platform): Promise<void> {
  const old = after(platform.clock.now(), -hours(1))
  await platform.db.asService(null, tx => sql`delete from private.crawl_hosts where next_at < ${old}`.execute(tx))
}
