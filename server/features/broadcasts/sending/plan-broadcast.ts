import { sql } from 'kysely'
import { isEntitled } from '#features/usage/has-left.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Variant } from '#shared/rules/campaigns/ab-result.ts'
import type { Reason } from '#shared/rules/campaigns/send-question.ts'
import type { SendAnswer } from '#shared/rules/may-send.ts'
import { type Broadcast, isWithdrawn, planOf, readBroadcast } from '../broadcast-row.ts'
import { insertContacts } from '../audience/insert-contacts.ts'
import { countNow } from '../drafts/count-broadcast.ts'
import { feedLater } from './feed-later.ts'
import { batchSize, yieldToOthers } from './yield-to-others.ts'
import { pause } from './pause.ts'
import { judge, type Judged, readMembers, readUnreached } from '../audience/members.ts'
import { decidedAt, groupOf } from '../drafts/two-texts.ts'
import { readShop } from '../audience/contact-facts.ts'
import { countRunning, maxRunning } from './running.ts'

type Place = { workspaceId: string; id: string }

export async function planLater(platform: Platform, tx: Tx, { workspaceId, id }: Place, runAt: Date): Promise<void> {
  await platform.jobs.enqueue(tx, {
    kind: 'plan broadcast',
    key: `plan:${id}`,
    lane: `plan ${id}`,
    payload: { workspace_id: workspaceId, broadcast_id: id },
    runAt,
  })
}

/** Resumable: progress is stored together with each batch. */
export async function planBroadcast(
  platform: Platform,
  { workspace_id: workspaceId, broadcast_id: id }: { workspace_id: string; broadcast_id: string },
): Promise<void> {
  let bound: string | undefined
  for (;;) {
    const began = performance.now()
    const seen = await platform.db.scanAsService(tx => readPiece(platform, tx, { workspaceId, id }, bound))
    bound = seen?.bound
    await yieldToOthers(platform, began)
    const wrote = performance.now()
    // A power cut may lose a batch, but its progress with it, so it is made again. Only the last one waits for the disk.
    const durable = !seen?.last
    const hasMore = await platform.db.asBackground(tx => planSome(platform, tx, { workspaceId, id }, seen), { durable })
    if (!hasMore) return
    await yieldToOthers(platform, wrote)
  }
}

type Piece = {
  broadcast: Broadcast
  last: string | null
  bound: string | undefined
  judged: Judged[]
  unreached: { customer_id: string }[]
}

/** Takes no locks; the rules are checked again before anything is sent. */
async function readPiece(
  platform: Platform,
  tx: Tx,
  { workspaceId, id }: Place,
  known: string | undefined,
): Promise<Piece | undefined> {
  const now = platform.clock.now()
  const broadcast = await readBroadcast(tx, workspaceId, id)
  if (broadcast.status !== 'planning') return undefined
  const shop = { ...(await readShop(tx, workspaceId, now)), workspaceId }
  const asking = { workspaceId, audience: broadcast.audience, now, zone: shop.zone }
  const piece = await readMembers(tx, asking, broadcast.planned_to, batchSize(platform), known)
  const { ids: members, last, bound } = piece
  const planFor = (customerId: string) => {
    const group = groupOf(broadcast, customerId)
    return planOf(broadcast, group === 'rest' ? 'a' : group)
  }
  const judged = await judge(platform.config, tx, shop, planFor, members, now)
  return { broadcast, last, bound, judged, unreached: await readUnreached(tx, workspaceId, members, judged) }
}

async function planSome(platform: Platform, tx: Tx, place: Place, seen: Piece | undefined): Promise<boolean> {
  const { workspaceId, id } = place
  const now = platform.clock.now()
  const broadcast = await readBroadcast(tx, workspaceId, id, true)
  if (broadcast.status === 'scheduled') return begin(platform, tx, broadcast, now)
  if (broadcast.status !== 'planning') return false
  // Withdrawn since it was counted: nobody is removed for that.
  if (isWithdrawn(broadcast)) {
    await pause(platform, tx, place, 'template')
    return false
  }
  if (!(await isEntitled(platform, tx, workspaceId, 'campaigns'))) {
    await pause(platform, tx, place, 'plan')
    return false
  }
  if (!seen || seen.broadcast.planned_to !== broadcast.planned_to) return true
  const { last, judged, unreached } = seen
  await insertRecipients(tx, broadcast, judged, now)
  await insertUnreached(tx, broadcast, unreached, now)
  if (last) {
    await sql`update broadcasts set planned_to = ${last} where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    return true
  }
  await sql`update broadcasts set status = 'running', planned_at = ${now}, ab_at = ${decidedAt(broadcast, now)}::timestamptz where workspace_id = ${workspaceId} and id = ${id}`.execute(
    tx,
  )
  await countNow(platform, tx, place)
  await feedLater(platform, tx, place)
  return false
}

async function begin(platform: Platform, tx: Tx, broadcast: Broadcast, now: Date): Promise<boolean> {
  const { workspace_id: workspaceId, id, start_at: startAt, deadline } = broadcast
  if (startAt && startAt > now) {
    await planLater(platform, tx, { workspaceId, id }, startAt)
    return false
  }
  if (deadline && deadline <= now) {
    await giveUp(platform, tx, { workspaceId, id }, now)
    return false
  }
  // At the limit it has no job: `advanceBroadcasts` starts it later.
  if ((await countRunning(tx, workspaceId)) >= maxRunning) return false
  await sql`update broadcasts set status = 'planning' where workspace_id = ${workspaceId} and id = ${id} and status = 'scheduled'`.execute(
    tx,
  )
  return true
}

async function giveUp(platform: Platform, tx: Tx, { workspaceId, id }: Place, now: Date): Promise<void> {
  await sql`update broadcasts set status = 'cancelled', reason = 'deadline', done_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  await countNow(platform, tx, { workspaceId, id })
  await platform.jobs.emit(tx, 'broadcast.finished', { workspace_id: workspaceId, broadcast_id: id })
}

function stateOf(
  answer: SendAnswer,
  earliest: Date,
  now: Date,
): { state: string; reason: Reason | null; due_at: string } {
  const due = answer.is === 'at' && answer.at && answer.at > earliest ? answer.at : earliest
  return {
    state: answer.is === 'no' ? 'skipped' : answer.is === 'at' || earliest > now ? 'waiting' : 'planned',
    reason: answer.reasons[0] ?? null,
    due_at: due.toISOString(),
  }
}

function variantOf(broadcast: Broadcast, customerId: string): Variant | null {
  const group = broadcast.content.b ? groupOf(broadcast, customerId) : 'rest'
  return group === 'rest' ? null : group
}

async function insertRecipients(tx: Tx, broadcast: Broadcast, judged: Judged[], now: Date): Promise<void> {
  if (judged.length === 0) return
  const later = decidedAt(broadcast, now)
  const fresh = judged.filter(({ asked }) => asked.answer.is !== 'no').map(one => one.facts)
  const taken = await insertContacts(tx, broadcast.workspace_id, fresh, now)
  const rows = judged.map(({ facts, asked: { answer } }) => {
    const { contact_id: contactId, customer_id: customerId, channel_id } = facts
    const earliest = later && groupOf(broadcast, customerId) === 'rest' ? later : now
    const isTaken = taken.has(contactId)
    const state = isTaken ? reachedAlready(now) : stateOf(answer, earliest, now)
    const isContact = facts.known || (answer.is !== 'no' && !isTaken)
    return {
      ...{ id: newId(), ...state, variant: variantOf(broadcast, customerId), customer_id: customerId, channel_id },
      ...{ contact_id: isContact ? contactId : null, route: answer.route ?? null },
    }
  })
  await sql`insert into private.broadcast_recipients (id, workspace_id, broadcast_id, customer_id, contact_id, channel_id, route, variant, state, reason, due_at)
    select id, ${broadcast.workspace_id}, ${broadcast.id}, customer_id, contact_id, channel_id, route, variant, state, reason, due_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, customer_id uuid, contact_id uuid, channel_id uuid, route text, variant text, state text, reason text, due_at timestamptz)
    on conflict (workspace_id, broadcast_id, customer_id) do nothing`.execute(tx)
}

function reachedAlready(now: Date): ReturnType<typeof stateOf> {
  return { state: 'skipped', reason: 'reached_already', due_at: now.toISOString() }
}

async function insertUnreached(
  tx: Tx,
  broadcast: Broadcast,
  unreached: { customer_id: string }[],
  now: Date,
): Promise<void> {
  if (unreached.length === 0) return
  const rows = unreached.map(({ customer_id: customerId }) => ({ id: newId(), customer_id: customerId }))
  await sql`insert into private.broadcast_recipients (id, workspace_id, broadcast_id, customer_id, state, reason, due_at)
    select id, ${broadcast.workspace_id}, ${broadcast.id}, customer_id, 'skipped', 'no_number', ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, customer_id uuid)
    on conflict (workspace_id, broadcast_id, customer_id) do nothing`.execute(tx)
}
