import type { claimBody } from '#shared/contracts/operations.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import { hashSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { makeOperator, recordRight } from './operator-rights.ts'

/** @throws operator.link_over, also to the second of two at once; request.not_found */
export async function claimOperatorLink(platform: Platform, caller: Caller, input: z.output<typeof claimBody>) {
  const now = platform.clock.now()
  await platform.db.asService(null, async tx => {
    const spent = await sql`update private.operator_links set used_at = ${now}
      where token_hash = ${hashSecret(input.secret)} and used_at is null and expires_at > ${now} returning token_hash`.execute(
      tx,
    )
    if (spent.rows.length === 0) throw failure('operator.link_over')
    if (!(await makeOperator(platform, tx, caller.personId))) throw failure('request.not_found')
    const { personId, email } = caller
    await recordRight(platform, tx, 'operator.claimed', { target: personId, actor: personId, email })
  })
  return { is_operator: true }
}
