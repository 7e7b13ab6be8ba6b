import type { snoozeBody } from '#shared/contracts/inbox/inbox.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { after, hours } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { lockConversation } from './lock-conversation.ts'

const maxSnooze = hours(24 * 366)

/** @throws request.invalid for a time past or over a year away; inbox.conversation_closed */
export async function snooze(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof snoozeBody>,
): Promise<{ status: 'open' | 'snoozed'; snoozed_until: Date | null }> {
  const { workspaceId } = caller
  const now = platform.clock.now()
  const until = input.until === null ? null : new Date(input.until)
  if (until && (until <= now || until > after(now, maxSnooze))) throw failure('request.invalid')
  return platform.db.asService(workspaceId, async tx => {
    const before = await lockConversation(tx, workspaceId, input.id)
    if (before.status === 'closed') throw failure('inbox.conversation_closed')
    const status = until ? 'snoozed' : 'open'
    await sql`update conversations set status = ${status}, snoozed_until = ${until}
      where workspace_id = ${workspaceId} and id = ${input.id}`.execute(tx)
    return { status, snoozed_until: until }
  })
}

/** Rows per statement, so that it never runs into the timeout. */
const atOnce = 500

export async function wakeSnoozed(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const due = sql`select id from conversations where status = 'snoozed' and snoozed_until <= ${now} order by snoozed_until, id limit ${atOnce}`
  let woken: number
  do {
    const { rows } = await platform.db.asService(null, tx =>
      sql`update conversations set status = 'open', snoozed_until = null, waiting_since = coalesce(waiting_since, ${now}::timestamptz)
        where id in (select id from conversations where id in (${due}) and status = 'snoozed' and snoozed_until <= ${now} order by id for no key update)
        returning id`.execute(tx),
    )
    woken = rows.length
  } while (woken === atOnce)
}
