import { sql } from 'kysely'
import { monthOf } from '#features/workspaces/month-of.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'

type Payer = { workspaceId: string; channelId: string }

/**
 * Takes a message's price, đồng, from the account's monthly ceiling. One conditional statement, and the ceiling's row is locked: two sends
 * at once, or an admin lowering it at the same time, never exceed it. False if too little is left, or nothing is allowed.
 */
export async function takePaidReply(
  platform: Platform,
  tx: Tx,
  { workspaceId, channelId }: Payer,
  price: number,
): Promise<boolean> {
  const now = platform.clock.now()
  const { rows } = await sql<{ month: string; max_month: number; spent: number | null }>`
    with ceiling as (select p.max_month, ${monthOf(now)} as month from private.paid_replies p join workspaces w on w.id = p.workspace_id
        where p.workspace_id = ${workspaceId} and p.channel_id = ${channelId} for share of p),
      taken as (insert into private.paid_reply_months as s (workspace_id, channel_id, month, spent)
        select ${workspaceId}, ${channelId}, month, ${price}::bigint from ceiling where ${price}::bigint <= max_month
        on conflict (workspace_id, channel_id, month) do update set spent = s.spent + excluded.spent
          where s.spent + excluded.spent <= (select max_month from ceiling)
        returning spent)
    select month, max_month::float8, (select spent::float8 from taken) as spent from ceiling`.execute(tx)
  const [ceiling] = rows
  if (!ceiling) return false
  const { month, max_month: limit, spent } = ceiling
  const isOver = spent === null || spent + price > limit
  if (isOver || spent >= limit * 0.8)
    await reportShare(platform, tx, { workspaceId, channelId, month }, isOver ? 100 : 80)
  return spent !== null
}

/** Each once in a month, and 80 % not after the end. */
async function reportShare(
  platform: Platform,
  tx: Tx,
  { workspaceId, channelId, month }: Payer & { month: string },
  percent: 80 | 100,
): Promise<void> {
  const { rows } =
    await sql`insert into private.paid_reply_months as s (workspace_id, channel_id, month, spent, notified)
    values (${workspaceId}, ${channelId}, ${month}, 0, ${percent}) on conflict (workspace_id, channel_id, month)
      do update set notified = excluded.notified where s.notified < excluded.notified returning notified`.execute(tx)
  if (rows.length === 0) return
  await platform.jobs.emit(tx, 'paid-replies.used', { workspace_id: workspaceId, channel_id: channelId, percent })
}

/** Certainly not sent, or not billed. @param at when it was taken: the month it goes back to */
export async function giveBackPaidReply(
  tx: Tx,
  { workspaceId, channelId }: Payer,
  price: number,
  at: Date,
): Promise<void> {
  await sql`update private.paid_reply_months s set spent = greatest(0, s.spent - ${price}::bigint) from workspaces w
    where w.id = ${workspaceId} and s.workspace_id = w.id and s.channel_id = ${channelId} and s.month = ${monthOf(at)}`.execute(
    tx,
  )
}
