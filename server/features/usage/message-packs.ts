import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'

/** Valid this month and later. Requires the subscription lock; idempotent by `orderId`. */
export async function addPack(
  tx: Tx,
  pack: { workspaceId: string; orderId: string; size: number; boughtAt: Date; expiresAt: Date },
): Promise<void> {
  const { workspaceId, orderId, size, boughtAt, expiresAt } = pack
  const { rows } =
    await sql`insert into private.message_packs (order_id, workspace_id, size, remaining, bought_at, expires_at)
    values (${orderId}, ${workspaceId}, ${size}, ${size}, ${boughtAt}, ${expiresAt}) on conflict do nothing returning order_id`.execute(
      tx,
    )
  if (rows.length > 0) await raise(tx, workspaceId, boughtAt, size)
}

export async function endPack(tx: Tx, orderId: string, at: Date): Promise<void> {
  const { rows } = await sql<{
    workspace_id: string
    remaining: number
  }>`update private.message_packs set ended_at = ${at}
    where order_id = ${orderId} and ended_at is null returning workspace_id, remaining`.execute(tx)
  const [pack] = rows
  if (pack) await raise(tx, pack.workspace_id, at, -pack.remaining)
}

async function raise(tx: Tx, workspaceId: string, at: Date, by: number): Promise<void> {
  await sql`update usage_counters set hard_limit = hard_limit + greatest(${by}::int, -extra), extra = extra + greatest(${by}::int, -extra),
      notice_80_at = null, notice_100_at = null
    where workspace_id = ${workspaceId} and metric = 'messages' and hard_limit is not null
      and period_start <= ${at} and period_end > ${at}`.execute(tx)
}

/** Share used, 0 to 1, this month included. */
export async function packUse(tx: Tx, orderId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ used: number }>`select (p.size - p.remaining + least(p.remaining,
      greatest(0, coalesce((select u.used - (u.hard_limit - u.extra) from usage_counters u where u.workspace_id = p.workspace_id
        and u.metric = 'messages' and u.period_start <= ${at} and u.period_end > ${at} limit 1), 0))))::float8 / p.size as used
    from private.message_packs p where p.order_id = ${orderId}`.execute(tx)
  return rows[0]?.used ?? 0
}

/** Finished months consume packs, oldest first. Idempotent; requires the subscription lock. */
export async function carryPacks(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  const { rows: over } = await sql<{ period_start: Date; spent: number }>`update usage_counters
    set extra_spent = least(extra, greatest(0, used - (hard_limit - extra)))
    where workspace_id = ${workspaceId} and metric = 'messages' and extra > 0 and extra_spent is null and period_end <= ${now}
    returning period_start, extra_spent::float8 as spent`.execute(tx)
  let spent = over.reduce((sum, month) => sum + month.spent, 0)
  const { rows: packs } = await sql<{ order_id: string; remaining: number; good: boolean }>`select order_id, remaining,
      expires_at > ${now} as good from private.message_packs
    where workspace_id = ${workspaceId} and remaining > 0 and ended_at is null order by bought_at, order_id for no key update`.execute(
    tx,
  )
  let left = 0
  for (const { order_id: orderId, remaining, good } of packs) {
    const taken = Math.min(spent, remaining)
    spent -= taken
    if (taken > 0)
      await sql`update private.message_packs set remaining = remaining - ${taken} where order_id = ${orderId}`.execute(
        tx,
      )
    if (good) left += remaining - taken
  }
  await sql`update usage_counters set hard_limit = hard_limit - extra + ${left}::int, extra = ${left}::int,
      notice_80_at = case when extra = ${left}::int then notice_80_at end, notice_100_at = case when extra = ${left}::int then notice_100_at end
    where workspace_id = ${workspaceId} and metric = 'messages' and hard_limit is not null and extra <> ${left}::int
      and period_start <= ${now} and period_end > ${now}`.execute(tx)
}
