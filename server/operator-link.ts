import { sql } from 'kysely'
import { recordRight } from '#features/operations/operator-rights.ts'
import { after, hours } from '#platform/clock.ts'
import { hashSecret, newSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** A one-time link, valid 24 hours: the person who signs in through it becomes an operator. Only its hash is stored. */
export async function makeOperatorLink(platform: Platform): Promise<string> {
  const secret = newSecret()
  const expiresAt = after(platform.clock.now(), hours(24))
  await platform.db.asService(null, async tx => {
    await sql`insert into private.operator_links (token_hash, expires_at) values (${hashSecret(secret)}, ${expiresAt})`.execute(
      tx,
    )
    await recordRight(platform, tx, 'operator.link-made', { target: null, actor: null })
  })
  return `${platform.config.publicUrl}/auth?operator=${secret}`
}

/** For the very first start: only while there is neither an operator nor an earlier link. */
export async function firstOperatorLink(platform: Platform): Promise<string | undefined> {
  const { rows } = await platform.db.asService(null, tx =>
    sql`select 1 from private.operator_links union all select 1 from people where is_operator limit 1`.execute(tx),
  )
  return rows.length > 0 ? undefined : makeOperatorLink(platform)
}
