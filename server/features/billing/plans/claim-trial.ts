import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { mailboxOf } from '#shared/rules/contacts/mailbox.ts'

/**
 * Notes that somebody has the trial now: once for a person and for a mailbox, whatever address or account comes later. Two
 * at once wait for each other at the row.
 * @returns false for who had it before
 */
export async function claimTrial(platform: Platform, tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql<{ email: string }>`select email from people where id = ${personId}`.execute(tx)
  const [person] = rows
  const marks = [`person ${personId}`, ...(person ? [markOf(platform, person.email)] : [])]
  const taken = await sql`insert into private.trials_taken (mark, taken_at)
    select mark, ${platform.clock.now()} from unnest(${marks}::text[]) mark order by mark
    on conflict do nothing returning mark`.execute(tx)
  return taken.rows.length === marks.length
}

/** Addresses outlive their accounts here only as what this installation alone can make of them. */
function markOf({ tokens }: Platform, email: string): string {
  return `mailbox ${createHmac('sha256', tokens.secretFor('trials taken')).update(mailboxOf(email)).digest('hex')}`
}
