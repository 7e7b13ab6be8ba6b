import { sql } from 'kysely'
import { after } from '#platform/clock.ts'
import { freshMs } from '#platform/http/second-step.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Bearer } from '../auth-bearer.ts'
import { refuse } from '../auth-error.ts'
import { hasSecondStep, requireStrongest } from '../second-step/factors.ts'
import { isMailed } from '../users/prove-recent.ts'

/** A password alone adds nothing that is worth more than a password, once the account has such a thing. */
export function requireMayAdd(bearer: Bearer): void {
  if (!bearer.user.email_confirmed_at) throw refuse('email_not_confirmed', 'Email not confirmed', { status: 403 })
  requireStrongest(bearer)
}

/** @throws reauthentication_needed without a proof of the last 15 minutes */
export function requireFresh(platform: Platform, bearer: Bearer): void {
  if (!platform.config.AUTH_REAUTHENTICATION || isFresh(platform, bearer)) return
  throw refuse('reauthentication_needed', 'Changing passkeys requires a recent sign-in')
}

/**
 * Whoever was put a stranger's passkey into the account, or lost the only one, comes by the mailbox; unless more than a mailbox is asked
 * of this person, or the account has an app.
 * @throws insufficient_aal
 */
export async function requireMayRemove(platform: Platform, tx: Tx, bearer: Bearer): Promise<void> {
  if (bearer.aal === 'aal2') return
  const byMail = isFresh(platform, bearer, isMailed)
  if (!byMail || hasSecondStep(bearer.user) || (await isMoreAsked(tx, bearer.user.id))) {
    throw refuse('insufficient_aal', 'AAL2 session is required to remove passkeys')
  }
}

function isFresh({ clock }: Platform, { amr }: Bearer, counts: (method: string) => boolean = () => true): boolean {
  const newest = Math.max(0, ...amr.filter(({ method }) => counts(method)).map(({ timestamp }) => timestamp))
  return clock.now() <= after(new Date(newest * 1000), freshMs)
}

/** Then a mailbox alone takes no passkey away. */
export async function isMoreAsked(tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql<{
    asked: boolean | null
  }>`select rights.asks_second_step_of(${personId}) as asked`.execute(tx)
  return rows[0]?.asked !== false
}
