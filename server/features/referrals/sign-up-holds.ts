import { sql } from 'kysely'
import { after, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { HoldReason } from '#shared/words.ts'
import { referralPolicy } from '#shared/rules/money/referral.ts'

export type SignUp = { workspace_id: string; peer: string; device: string | null; at: Date }

async function isThrowaway(email: string): Promise<boolean> {
  const { default: domains } = await import('disposable-email-domains', { with: { type: 'json' } })
  return domains.includes(email.split('@').at(-1)?.toLowerCase() ?? '')
}

/** Blocks nothing; a person reviews it before payout. */
export async function findSignUpHolds(
  platform: Platform,
  tx: Tx,
  came: SignUp & { referral_id: string; email: string },
): Promise<void> {
  const { workspace_id: workspaceId, peer, device, at } = came
  const since = after(at, -hours(referralPolicy.sameNetworkHours))
  const { rows } = await sql<{ many: boolean; address: boolean; device: boolean }>`select
      (select count(*) from referrals where workspace_id = ${workspaceId} and signed_up_at > ${after(at, -hours(24))})
        > ${referralPolicy.signUpsADay} as many,
      exists (select from private.referral_devices
        where workspace_id = ${workspaceId} and peer = ${peer} and seen_at >= ${since}) as address,
      exists (select from private.referral_devices where workspace_id = ${workspaceId} and device = ${device}) as device`.execute(
    tx,
  )
  const found: HoldReason[] = []
  if (await isThrowaway(came.email)) found.push('disposable')
  for (const reason of ['many', 'address', 'device'] as const) if (rows[0]?.[reason]) found.push(reason)
  await saveHolds(platform, tx, came.referral_id, found)
}

/** An operator's release is final; automatic releases may recur. */
export async function saveHolds(
  platform: Platform,
  tx: Tx,
  referralId: string,
  reasons: readonly HoldReason[],
): Promise<void> {
  await sql`insert into private.referral_holds (referral_id, reason, found_at)
    select ${referralId}, reason, ${platform.clock.now()} from unnest(${[...reasons]}::text[]) reason
    on conflict (referral_id, reason) do update set cleared_at = null, found_at = excluded.found_at
      where referral_holds.cleared_at is not null and referral_holds.cleared_by is null`.execute(tx)
}
