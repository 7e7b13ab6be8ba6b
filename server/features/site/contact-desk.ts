import type { contactQuery } from '#shared/contracts/site.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { DeskContactRequest } from '#shared/contracts/operator.results.ts'

type ContactRequest = WithDates<DeskContactRequest, 'created_at' | 'done_at'>

export async function listContactRequests(
  platform: Platform,
  _operator: Operator,
  { status }: z.output<typeof contactQuery>,
): Promise<{ contact_requests: ContactRequest[] }> {
  const order = status === 'open' ? sql`created_at, id` : sql`done_at desc nulls last, id desc`
  const rows = await platform.db
    .readAsService<ContactRequest>(sql`select id, name, contact, message, language, status, created_at, done_at
    from private.contact_requests where status = ${status} order by ${order} limit 200`)
  return { contact_requests: rows }
}

/** @throws request.not_found, request.conflict if already done */
export function closeContactRequest(platform: Platform, operator: Operator, input: { id: string }) {
  return move(platform, operator, input.id, 'done')
}

/** @throws request.not_found, request.conflict if already open */
export function reopenContactRequest(platform: Platform, operator: Operator, input: { id: string }) {
  return move(platform, operator, input.id, 'open')
}

async function move(platform: Platform, operator: Operator, id: string, status: 'open' | 'done') {
  const done = status === 'done'
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<{ status: string }>`select status from private.contact_requests
      where id = ${id} for update`.execute(tx)
    if (!rows[0]) throw failure('request.not_found')
    if (rows[0].status === status) throw failure('request.conflict')
    await sql`update private.contact_requests set status = ${status}, done_by = ${done ? operator.personId : null},
      done_at = ${done ? platform.clock.now() : null} where id = ${id}`.execute(tx)
    const action = done ? 'contact-request.done' : 'contact-request.reopened'
    await recordOperatorAct(platform, tx, operator, { workspaceId: null, action, target: id })
  })
  return { id, status }
}
