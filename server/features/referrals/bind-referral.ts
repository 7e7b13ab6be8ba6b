import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { mailboxOf } from '#shared/rules/contacts/mailbox.ts'
import { referralPolicy } from '#shared/rules/money/referral.ts'
import { findSignUpHolds, type SignUp } from './sign-up-holds.ts'
import { codeOf } from './referral-code.ts'

/** In the account's transaction; unknown codes are dropped. */
export async function rememberSignUp(
  platform: Platform,
  tx: Tx,
  { person_id, referral }: EventCatalogue['person.settled'],
): Promise<void> {
  if (!referral) return
  const { code, peer, device } = referral
  await sql`insert into private.referral_sign_ups (person_id, code, peer, device, at)
    select ${person_id}, code, ${peer}, ${device}, ${platform.clock.now()} from referral_codes where code = ${code}
    on conflict (person_id) do nothing`.execute(tx)
}

/** If two sign-ups share an address, only the link of the one that kept the account counts. */
export async function correctSignUp(
  platform: Platform,
  tx: Tx,
  settled: EventCatalogue['person.settled'],
): Promise<void> {
  await sql`delete from private.referral_sign_ups where person_id = ${settled.person_id}`.execute(tx)
  await rememberSignUp(platform, tx, settled)
}

/** Once; the first order gets a discount. Referring oneself earns neither. */
export async function bindReferral(
  platform: Platform,
  tx: Tx,
  { workspace_id: referredId, person_id: personId }: EventCatalogue['workspace.opened'],
): Promise<void> {
  await codeOf(platform, tx, referredId)
  const { rows } = await sql<SignUp & { email: string }>`delete from private.referral_sign_ups s
    using referral_codes c, people p
    where s.person_id = ${personId} and c.code = s.code and p.id = s.person_id
    returning c.workspace_id, s.peer, s.device, s.at, p.email`.execute(tx)
  const [came] = rows
  const now = platform.clock.now()
  if (!came || came.workspace_id === referredId || came.at < after(now, -days(referralPolicy.cookieDays))) return
  const isOwner = await isMailboxOfWorkspace(tx, came.workspace_id, came.email)
  const id = newId()
  await sql`insert into referrals (id, workspace_id, referred_id, status, signed_up_at)
    values (${id}, ${came.workspace_id}, ${referredId}, ${isOwner ? 'refused' : 'active'}, ${now})`.execute(tx)
  if (isOwner) return
  await findSignUpHolds(platform, tx, { ...came, referral_id: id })
  await sql`update subscriptions set first_discount_bp = ${referralPolicy.friendDiscountBp} where workspace_id = ${referredId}`.execute(
    tx,
  )
}

/** Compares mailboxes, however the address is spelled. */
async function isMailboxOfWorkspace(tx: Tx, workspaceId: string, email: string): Promise<boolean> {
  const { rows } = await sql<{ email: string; other: string | null }>`
    select p.email, p.notification_email as other from members m join people p on p.id = m.person_id
    where m.workspace_id = ${workspaceId}`.execute(tx)
  const mailbox = mailboxOf(email)
  return rows.some(row => [row.email, row.other].some(one => one && mailboxOf(one) === mailbox))
}

export async function forgetSignUps(platform: Platform): Promise<void> {
  const { clock, db } = platform
  await db.asService(null, async tx => {
    await sql`delete from private.referral_sign_ups where at < ${after(clock.now(), -days(referralPolicy.cookieDays))}`.execute(
      tx,
    )
    await sql`delete from private.referral_devices where seen_at < ${after(clock.now(), -days(400))}`.execute(tx)
  })
}
