import { sql } from 'kysely'
import { readChannelName } from '#features/channels/read-channel-name.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import type { IntentFields } from '#shared/words.ts'
import { notify } from './notify.ts'

type Talk = { name: string; channel: string; assignee_id: string | null; waiting_since: Date | null; workspace: string }

/** To the assignee, else everyone; once per wait. */
export async function notifyPersonWanted(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, conversation_id: id, reason }: EventCatalogue['person.wanted'],
): Promise<void> {
  const talk = await readTalk(platform, tx, workspaceId, id)
  if (!talk?.waiting_since) return
  const { name, channel, workspace, assignee_id: personId } = talk
  await notify(platform, tx, personId ? { personId } : 'members', {
    workspaceId,
    kind: 'person_wanted',
    matter: `wanted ${id} ${talk.waiting_since.toISOString()}`,
    data: { what: reason === 'asked' ? 'asked' : 'unsure', name, channel, workspace, conversation_id: id },
  })
}

/** With what, how many and when; name, number and address need the reader's rights at reading time. */
export async function notifyIntent(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, conversation_id: id, intent_id, kind }: EventCatalogue['intent.opened'],
): Promise<void> {
  const talk = await readTalk(platform, tx, workspaceId, id)
  if (!talk) return
  const { name, channel, workspace, assignee_id: personId } = talk
  const request = await readRequest(tx, workspaceId, intent_id)
  await notify(platform, tx, personId ? { personId } : 'members', {
    workspaceId,
    kind: 'intent',
    matter: `intent ${intent_id}`,
    data: { what: kind, name, channel, workspace, conversation_id: id, ...(request && { request }) },
  })
}

async function readRequest(tx: Tx, workspaceId: string, id: string): Promise<string> {
  const { rows } = await sql<IntentFields>`select what, how_many, said_when from intents
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  const { what, how_many: count, said_when: when } = rows[0] ?? {}
  return [what, count && !what?.includes(count) ? count : '', when].filter(Boolean).join(', ')
}

/** Only kinds that somebody may read are announced. */
const reportedKinds = new Map([
  ['phone', 'phone'],
  ['landline', 'phone'],
  ['email', 'email'],
  ['address', 'address'],
])

/** Without the value, which needs the reader's rights at reading time. */
export async function notifyContactDetail(
  platform: Platform,
  tx: Tx,
  found: EventCatalogue['contact.detail-found'],
): Promise<void> {
  const { workspace_id: workspaceId, conversation_id: id, contact_id, message_id, kind } = found
  const what = reportedKinds.get(kind)
  const talk = what && (await readTalk(platform, tx, workspaceId, id))
  if (!what || !talk) return
  const { name, channel, workspace, assignee_id: personId } = talk
  await notify(platform, tx, personId ? { personId } : 'members', {
    workspaceId,
    kind: 'contact_detail',
    matter: `detail ${contact_id} ${what} ${message_id ?? ''}`,
    data: { what, name, channel, workspace, conversation_id: id },
  })
}

export async function notifyAssigned(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, conversation_id: id, person_id, by }: EventCatalogue['conversation.assigned'],
): Promise<void> {
  if (person_id === by) return
  const talk = await readTalk(platform, tx, workspaceId, id)
  if (!talk) return
  await notify(
    platform,
    tx,
    { personId: person_id },
    {
      workspaceId,
      kind: 'conversation_assigned',
      matter: `assigned ${id} ${platform.clock.now().toISOString()}`,
      data: {
        what: 'assigned',
        name: talk.name,
        channel: talk.channel,
        workspace: talk.workspace,
        conversation_id: id,
      },
    },
  )
}

export async function readTalk(platform: Platform, tx: Tx, workspaceId: string, id: string): Promise<Talk | undefined> {
  // If the assignee left the team, notify everyone.
  const { rows } = await sql<
    Omit<Talk, 'channel'> & { channel_id: string }
  >`select c.contact_name as name, c.channel_id, c.waiting_since, w.name as workspace,
      (select m.person_id from members m where m.workspace_id = c.workspace_id and m.person_id = c.assignee_id
        and m.status = 'active') as assignee_id
    from conversations c join workspaces w on w.id = c.workspace_id
    where c.workspace_id = ${workspaceId} and c.id = ${id}`.execute(tx)
  const [talk] = rows
  return talk && { ...talk, channel: (await readChannelName(platform, tx, workspaceId, talk.channel_id)) ?? '' }
}
