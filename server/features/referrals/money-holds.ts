import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { saveHolds } from './sign-up-holds.ts'
import type { HoldReason } from '#shared/words.ts'

type Pair = { id: string; workspace_id: string; referred_id: string }

/** Same people by phone, tax number, bank account, card or team, or past chargebacks. Checked on earning and before payout. */
export async function findMoneyHolds(platform: Platform, tx: Tx, referral: Pair, orderId: string): Promise<void> {
  const { id, workspace_id: referrer, referred_id: referred } = referral
  const { rows } = await sql<Record<Exclude<HoldReason, 'disposable' | 'device' | 'address' | 'many'>, boolean>>`select
      exists (select from ${phonesOf(referrer)} a join ${phonesOf(referred)} b on a.phone = b.phone) as phone,
      exists (select from workspaces a join workspaces b on regexp_replace(a.tax_id, '[^0-9]', '', 'g') = regexp_replace(b.tax_id, '[^0-9]', '', 'g')
        where a.id = ${referrer} and b.id = ${referred} and a.tax_id ~ '[0-9]') as tax_id,
      exists (select from private.payout_accounts a join private.payout_accounts b on a.mark = b.mark
        where a.workspace_id = ${referrer} and b.workspace_id = ${referred}) as bank_account,
      exists (select from private.payer_marks a join private.payer_marks b on a.kind = b.kind and a.mark = b.mark
        where a.workspace_id = ${referrer} and b.workspace_id = ${referred}) as card,
      exists (select from members a join members b on a.person_id = b.person_id
        where a.workspace_id = ${referrer} and b.workspace_id = ${referred}) as team,
      exists (select from refunds where workspace_id = ${referred} and order_id <> ${orderId} and payment_id is null and not part and status = 'succeeded')
        or exists (select from private.payment_disputes where (workspace_id = ${referrer}
          or workspace_id = ${referred} and order_id <> ${orderId}) and ${holds}) as history`.execute(tx)
  const found = Object.entries(rows[0] ?? {}).flatMap(([reason, is]) => (is ? [reason as HoldReason] : []))
  await saveHolds(platform, tx, id, found)
}

/** Disputes won or never opened do not count. */
const holds = sql`status not in ('won', 'warning_closed')`

/** Clears chargeback holds that no longer apply. Returns whether any did. */
export async function clearHistory(platform: Platform, tx: Tx, referral: Pair): Promise<boolean> {
  const { id, workspace_id: referrer, referred_id: referred } = referral
  const { rows } = await sql`update private.referral_holds set cleared_at = ${platform.clock.now()}
    where referral_id = ${id} and reason = 'history' and cleared_at is null
      and not exists (select from refunds where workspace_id = ${referred} and payment_id is null and not part and status = 'succeeded')
      and not exists (select from private.payment_disputes where workspace_id in (${referrer}, ${referred}) and ${holds})
    returning reason`.execute(tx)
  return rows.length > 0
}

/** The last nine digits: +84 90… and 090… are the same phone. */
function phonesOf(workspaceId: string) {
  return sql`(select right(regexp_replace(p.phone, '[^0-9]', '', 'g'), 9) as phone from members m join people p on p.id = m.person_id
    where m.workspace_id = ${workspaceId} and length(regexp_replace(p.phone, '[^0-9]', '', 'g')) >= 9)`
}
