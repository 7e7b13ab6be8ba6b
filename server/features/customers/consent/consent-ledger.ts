import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

export type Purpose = 'promotion' | 'care' | 'service'
export type ConsentAct = {
  workspaceId: string
  customerId: string
  channelIds: string[]
  purposes: Purpose[]
  /** platform: its own subscription, which is no consent */
  act: 'asked' | 'given' | 'refused' | 'withdrawn' | 'platform'
  /** recorded: by a member, with proof; remembered: of somebody erased who returned; claim: signed by the shop's server */
  how: 'message' | 'platform' | 'joined' | 'recorded' | 'remembered' | 'form' | 'claim'
  proof?: string
  recordedBy?: string
  words?: string
  version?: number
  messageId?: string
  /** Idempotency key. */
  event: string
}

export type CustomerContact = { id: string; channel_id: string; customer_id: string }

/** Locked in order of id; re-read until stable, since merges lock contacts too. The caller locks the conversation. */
export async function contactsOfCustomer(tx: Tx, workspaceId: string, contactId: string): Promise<CustomerContact[]> {
  let held = await holdContacts(tx, workspaceId, contactId)
  for (;;) {
    const again = await holdContacts(tx, workspaceId, contactId)
    if (again.map(one => one.id).join() === held.map(one => one.id).join()) return again
    held = again
  }
}

async function holdContacts(tx: Tx, workspaceId: string, contactId: string): Promise<CustomerContact[]> {
  const { rows } = await sql<CustomerContact>`select id, channel_id, customer_id from contacts
    where workspace_id = ${workspaceId} and customer_id = (
      select customer_id from contacts where workspace_id = ${workspaceId} and id = ${contactId})
    order by id for no key update`.execute(tx)
  return rows
}

/** Runs in the caller's transaction. Returns whether anything changed. */
export async function addConsent(platform: Platform, tx: Tx, act: ConsentAct): Promise<boolean> {
  const { workspaceId, customerId } = act
  const now = platform.clock.now()
  for (const channelId of act.channelIds)
    for (const purpose of act.purposes)
      await sql`insert into consents (id, workspace_id, customer_id, channel_id, purpose, act, how, words, version, proof, recorded_by, message_id, event, at)
        values (${newId()}, ${workspaceId}, ${customerId}, ${channelId}, ${purpose}, ${act.act}, ${act.how}, ${act.words ?? null}, ${act.version ?? null}, ${act.proof ?? null}, ${act.recordedBy ?? null},
          ${act.messageId ?? null}, ${act.event}, ${now})
        on conflict do nothing`.execute(tx)
  const changed = await project(tx, workspaceId, customerId)
  // What is remembered of somebody erased is asked at each sending; it ends nothing that runs elsewhere.
  if (changed && act.act !== 'platform' && act.how !== 'remembered')
    await platform.jobs.emit(tx, 'consent.changed', {
      workspace_id: workspaceId,
      customer_id: customerId,
      act: act.act,
    })
  return changed
}

/** A repeated refusal only moves the time: no change. */
async function project(tx: Tx, workspaceId: string, customerId: string): Promise<boolean> {
  const { rows } = await sql<{ was: string | null; state: string }>`
    with before as (
      select channel_id, purpose, state from consent_states where workspace_id = ${workspaceId} and customer_id = ${customerId}
    ), written as (
      insert into consent_states (workspace_id, customer_id, channel_id, purpose, state, since)
      select workspace_id, customer_id, channel_id, purpose, state, since from private.consent_ledger_states
      where workspace_id = ${workspaceId} and customer_id = ${customerId}
      on conflict (workspace_id, customer_id, channel_id, purpose) do update set state = excluded.state, since = excluded.since
      returning channel_id, purpose, state
    ) select b.state as was, w.state from written w left join before b on b.channel_id = w.channel_id and b.purpose = w.purpose`.execute(
    tx,
  )
  await sql`update contacts c set opted_out_at = s.since from consent_states s
    where s.workspace_id = ${workspaceId} and s.customer_id = ${customerId} and s.purpose = 'promotion'
      and s.state in ('withdrawn', 'refused')
      and c.workspace_id = s.workspace_id and c.customer_id = s.customer_id and c.channel_id = s.channel_id
      and c.opted_out_at is distinct from s.since`.execute(tx)
  await sql`update contacts c set opted_out_at = null where workspace_id = ${workspaceId} and customer_id = ${customerId}
    and opted_out_at is not null and exists (select from consent_states s where s.workspace_id = c.workspace_id
      and s.customer_id = c.customer_id and s.channel_id = c.channel_id and s.purpose = 'promotion' and s.state = 'given')`.execute(
    tx,
  )
  return rows.some(({ was, state }) => was !== state)
}

export async function remakeStates(tx: Tx, workspaceId: string, customerId: string): Promise<void> {
  await sql`delete from consent_states where workspace_id = ${workspaceId} and customer_id = ${customerId}`.execute(tx)
  await sql`update contacts set opted_out_at = null where workspace_id = ${workspaceId} and customer_id = ${customerId}
    and opted_out_at is not null`.execute(tx)
  await project(tx, workspaceId, customerId)
}

/** New people have no other ledger entries, so the state is written directly. */
export async function addImportedConsents(
  tx: Tx,
  list: { workspaceId: string; importId: string; channelId: string; purpose: Purpose; recordedBy: string },
  agreed: { customerId: string; line: number; at: Date; how: string; words: string }[],
): Promise<void> {
  const { workspaceId, channelId, purpose } = list
  const lines = agreed.map(one => ({ id: newId(), ...one, at: one.at.toISOString() }))
  await sql`insert into consents (id, workspace_id, customer_id, channel_id, purpose, act, how, words, proof, recorded_by, event, at)
    select l.id, ${workspaceId}, l."customerId", ${channelId}, ${purpose}, 'imported', 'imported', l.words, l.how, ${list.recordedBy},
      'import:' || ${list.importId}::text || ':' || l.line, l.at
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l (id uuid, "customerId" uuid, line int, at timestamptz, how text, words text)`.execute(tx)
  await sql`insert into consent_states (workspace_id, customer_id, channel_id, purpose, state, since)
    select workspace_id, customer_id, channel_id, purpose, state, since from private.consent_ledger_states
    where workspace_id = ${workspaceId} and customer_id = any (${agreed.map(one => one.customerId)}::uuid[])`.execute(
    tx,
  )
}
