import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { RecipientState, recipientsQuery } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import type { RouteName } from '#shared/rules/campaigns/send-question.ts'
import type { ChannelKind } from '#shared/words.ts'
import { readBroadcast } from '../broadcast-row.ts'

export type ListedRecipient = {
  id: string
  customer_id: string
  name: string
  /** null: known on no channel */
  kind: ChannelKind | null
  state: RecipientState
  reason: string | null
  route: RouteName | null
  cost: number
  due_at: Date
  sent_at: Date | null
  answered_at: Date | null
  clicked_at: Date | null
  refused: boolean
  conversation_id: string | null
  answer: string | null
}

/** @throws request.not_found */
export async function listRecipients(
  platform: Platform,
  { workspaceId }: Caller,
  query: { id: string } & z.output<typeof recipientsQuery>,
): Promise<{ recipients: ListedRecipient[]; next: string | null }> {
  const { id, state, answered, after, limit } = query
  return platform.db.asService(workspaceId, async tx => {
    await readBroadcast(tx, workspaceId, id)
    const filters = [
      sql`r.workspace_id = ${workspaceId} and r.broadcast_id = ${id}`,
      ...(state ? [sql`r.state = ${state}`] : []),
      ...(answered ? [sql`r.answered_at is not null`] : []),
      ...(after ? [sql`r.id > ${after}`] : []),
    ]
    const { rows } = await sql<ListedRecipient>`
      select r.id, r.customer_id, coalesce(nullif(u.name, ''), c.name, '') as name, h.kind, r.state, r.reason, r.route, r.cost::float8, r.due_at, r.sent_at, r.answered_at, r.clicked_at, r.refused,
        v.conversation_id, v.answer
      from private.broadcast_recipients r
      join customers u on u.workspace_id = r.workspace_id and u.id = r.customer_id
      left join contacts c on c.workspace_id = r.workspace_id and c.id = r.contact_id
      left join channels h on h.workspace_id = r.workspace_id and h.id = r.channel_id
      left join lateral (
        select i.conversation_id, left(i.text, 140) as answer from conversations o join messages i on i.workspace_id = o.workspace_id and i.conversation_id = o.id
        where o.workspace_id = r.workspace_id and o.contact_id = r.contact_id and i.direction = 'in' and i.created_at >= r.sent_at
        order by i.created_at, i.seq limit 1) v on r.answered_at is not null
      where ${sql.join(filters, sql` and `)} order by r.id limit ${limit + 1}`.execute(tx)
    const recipients = rows.slice(0, limit)
    return { recipients, next: rows.length > limit ? (recipients.at(-1)?.id ?? null) : null }
  })
}
