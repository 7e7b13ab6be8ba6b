import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { lastingKey } from '#platform/secrets/lasting-keys.ts'
import type { Platform } from '#platform/platform.ts'
import { mailboxOf } from '#shared/rules/contacts/mailbox.ts'

/** Once per person and mailbox, even across accounts; concurrent claims wait at the row. False if already used. */
export async function claimTrial(platform: Platform, tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql<{ email: string }>`select email from people where id = ${personId}`.execute(tx)
  const [person] = rows
  const marks = [`person ${personId}`, ...(person ? [await markOf(platform, tx, person.email)] : [])]
  const taken = await sql`insert into private.trials_taken (mark, taken_at)
    select mark, ${platform.clock.now()} from unnest(${marks}::text[]) mark order by mark
    on conflict do nothing returning mark`.execute(tx)
  return taken.rows.length === marks.length
}

/** Deleted accounts' addresses survive only as a keyed hash. */
async function markOf(platform: Platform, tx: Tx, email: string): Promise<string> {
  const key = await lastingKey(platform, tx, 'trials taken')
  return `mailbox ${createHmac('sha256', key).update(mailboxOf(email)).digest('hex')}`
}
