import { sql } from 'kysely'
import type { Subscription } from '#features/channels/channel-events.ts'
import { aboutSubscription } from '#features/channels/connections/subscriptions.ts'
import { type Arrival, lockConversationsOfUser } from './arrival.ts'
import { actedContact } from './contact-acts.ts'
import { newestOf, occurredAt } from './newest.ts'

/** The latest event wins in any order. Subscribing stores an encrypted key; unsubscribing makes it unusable. */
export async function recordSubscription(arrival: Arrival<Subscription>): Promise<void> {
  const { platform, tx, channel, event } = arrival
  const { workspaceId } = channel
  // Before the customer (`lock-conversation.ts`).
  await lockConversationsOfUser(tx, channel, event.userId)
  const { contactId } = await actedContact(arrival, {}, false)
  const at = occurredAt(arrival)
  const newest = await newestOf(tx, { workspaceId, contactId, at }, ['subscribes'])
  if (!newest.has('subscribes')) return
  const { subscribes, token, expiresAt, payload } = event
  const locked = token === undefined ? null : platform.secrets.lock(token, aboutSubscription(workspaceId, contactId))
  // A renewal may come without the key.
  await sql`insert into private.subscriptions as s (workspace_id, contact_id, channel_id, token, status, expires_at, reported_at)
    values (${workspaceId}, ${contactId}, ${channel.id}, ${locked}, ${subscribes ? 'live' : 'stopped'}, ${expiresAt ?? null}, ${at})
    on conflict (workspace_id, contact_id) do update set token = coalesce(excluded.token, s.token), status = excluded.status,
      expires_at = coalesce(excluded.expires_at, s.expires_at), reported_at = excluded.reported_at`.execute(tx)
  await platform.jobs.emit(tx, 'contact.subscribed', {
    ...{ workspace_id: workspaceId, contact_id: contactId, channel_id: channel.id },
    ...{ subscribes, payload: payload ?? null, at: at.toISOString() },
  })
}
