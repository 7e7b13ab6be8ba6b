import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { askedByHand } from '#shared/contracts/campaigns/campaign-rules.contract.ts'
import { makeAsk } from './make-ask.ts'

/** @throws request.not_found, consent.ask_refused with the reason and the earliest time */
export async function askByHand(
  platform: Platform,
  { workspaceId, personId }: Caller,
  { id, channel_id: channelId }: { id: string } & z.output<typeof askedByHand>,
): Promise<{ asked: true }> {
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{ id: string }>`select id from contacts
      where workspace_id = ${workspaceId} and customer_id = ${id} and channel_id = ${channelId}
      order by last_seen_at desc nulls last limit 1`.execute(tx)
    if (!rows[0]) throw failure('request.not_found')
    const answer = await makeAsk(platform, tx, { workspaceId, contactId: rows[0].id, askedBy: personId })
    if (answer.is !== 'now')
      throw failure('consent.ask_refused', { reason: answer.reasons[0] ?? 'stopped', at: answer.at ?? null })
    return { asked: true as const }
  })
}
