import { sql } from 'kysely'
import type { z } from 'zod'
import { readChannel } from '#features/channels/channel-row.ts'
import { monthOf } from '#features/workspaces/month-of.ts'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { paidReplies, paidRepliesBody } from '#shared/contracts/channels/paid-replies.contract.ts'
import { releasePaidLater } from './release-held.ts'

type PaidReplies = z.output<typeof paidReplies>

/** @throws request.not_found for anything but a Zalo account */
export async function readPaidReplies(
  platform: Platform,
  { workspaceId }: Caller,
  { id }: { id: string },
): Promise<PaidReplies> {
  return platform.db.asService(workspaceId, async tx => {
    await requireZalo(tx, workspaceId, id)
    return read(platform, tx, workspaceId, id)
  })
}

/**
 * Applies to the next message, and to those held because nothing could be paid.
 * @throws request.not_found, channel.ceiling_too_low
 */
export async function savePaidReplies(
  platform: Platform,
  caller: Caller,
  { id, max_month: limit }: { id: string } & z.output<typeof paidRepliesBody>,
): Promise<PaidReplies> {
  const { workspaceId, personId } = caller
  const now = platform.clock.now()
  if (limit !== null && limit < platform.config.ZALO_PAID_REPLY_VND)
    throw failure('channel.ceiling_too_low', { field: 'max_month', price: platform.config.ZALO_PAID_REPLY_VND })
  return platform.db.asService(workspaceId, async tx => {
    await requireZalo(tx, workspaceId, id)
    // The ceiling's row first, as who sends locks them.
    const changed =
      limit === null
        ? await sql`delete from private.paid_replies where workspace_id = ${workspaceId} and channel_id = ${id} returning max_month`.execute(
            tx,
          )
        : await sql`insert into private.paid_replies as p (workspace_id, channel_id, max_month, changed_by, changed_at, released_in)
            select ${workspaceId}, ${id}, ${limit}, ${personId}, ${now}, ${monthOf(now)} from workspaces w where w.id = ${workspaceId}
            on conflict (workspace_id, channel_id)
              do update set max_month = excluded.max_month, changed_by = excluded.changed_by, changed_at = excluded.changed_at
              where p.max_month <> excluded.max_month returning max_month`.execute(tx)
    if (changed.rows.length > 0) {
      // With a new limit, each share of it is notified again.
      await sql`update private.paid_reply_months s set notified = 0 from workspaces w where w.id = ${workspaceId}
        and s.workspace_id = w.id and s.channel_id = ${id} and s.month = ${monthOf(now)}`.execute(tx)
      await recordInAuditLog(platform, tx, caller, 'paid-replies.changed', id, { max_month: limit })
      if (limit !== null) await releasePaidLater(platform, tx, { workspace_id: workspaceId, channel_id: id })
    }
    return read(platform, tx, workspaceId, id)
  })
}

async function requireZalo(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const channel = await readChannel(tx, workspaceId, id)
  if (channel?.kind !== 'zalo' || channel.status === 'disconnected') throw failure('request.not_found')
}

async function read(platform: Platform, tx: Tx, workspaceId: string, id: string): Promise<PaidReplies> {
  const { rows } = await sql<
    Omit<PaidReplies, 'price'>
  >`select p.max_month::float8, coalesce(s.spent, 0)::float8 as spent
    from workspaces w left join private.paid_replies p on p.workspace_id = w.id and p.channel_id = ${id}
    left join private.paid_reply_months s on s.workspace_id = w.id and s.channel_id = ${id}
      and s.month = ${monthOf(platform.clock.now())}
    where w.id = ${workspaceId}`.execute(tx)
  const { max_month = null, spent = 0 } = rows[0] ?? {}
  return { max_month, spent, price: platform.config.ZALO_PAID_REPLY_VND }
}
