import { sql } from 'kysely'
import { after, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { makeAsk } from './make-ask.ts'

type Due = { workspace_id: string; conversation_id: string; contact_id: string; closed_at: string }

const holdsFor = hours(24)

/** If enabled: after a person closes the conversation, unless the customer left annoyed. */
export async function askAfterClosing(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, conversation_id: conversationId }: EventCatalogue['conversation.closed'],
): Promise<void> {
  const { rows } = await sql<{ contact_id: string }>`select v.contact_id from conversations v
    join campaign_rules r on r.workspace_id = v.workspace_id and r.ask_when = 'closed'
    where v.workspace_id = ${workspaceId} and v.id = ${conversationId} and v.sentiment is distinct from 'negative' and v.last_inbound_at is not null
      and not exists (select from private.consent_asks a where a.workspace_id = v.workspace_id and a.contact_id = v.contact_id)`.execute(
    tx,
  )
  if (!rows[0]) return
  const closedAt = platform.clock.now().toISOString()
  await later(platform, tx, {
    ...{ workspace_id: workspaceId, conversation_id: conversationId, contact_id: rows[0].contact_id },
    closed_at: closedAt,
  })
}

export async function askForConsent(platform: Platform, due: Due): Promise<void> {
  const { workspace_id: workspaceId, contact_id: contactId } = due
  await platform.db.asService(workspaceId, async tx => {
    // Customers who wrote again since are in a new conversation, and will be asked after that one.
    const { rows } =
      await sql`select from conversations v join campaign_rules r on r.workspace_id = v.workspace_id and r.ask_when = 'closed'
      where v.workspace_id = ${workspaceId} and v.id = ${due.conversation_id} and v.status = 'closed'`.execute(tx)
    if (rows.length === 0) return
    const answer = await makeAsk(platform, tx, { workspaceId, contactId, askedBy: null })
    if (answer.is === 'at' && answer.at && answer.at < after(new Date(due.closed_at), holdsFor))
      await later(platform, tx, due, answer.at)
  })
}

async function later(platform: Platform, tx: Tx, due: Due, runAt?: Date): Promise<void> {
  await platform.jobs.enqueue(tx, {
    kind: 'ask for consent',
    key: `ask:${due.contact_id}:${runAt ? runAt.getTime() : 'now'}`,
    lane: `ask ${due.contact_id}`,
    payload: due,
    ...(runAt && { runAt }),
  })
}
