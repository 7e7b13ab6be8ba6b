import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { after, days, hours } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import type { SequenceEntry, SequencePlan, startedRun } from '#shared/contracts/campaigns/sequences.contract.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { readSequence, refuseWithdrawn } from './sequence-row.ts'

type Entering = { workspaceId: string; sequenceId: string; customerId: string; by: SequenceEntry }

const maxPerCustomer = 3

/** Whether they may enter is checked in their turn; undefined if already inside, or it is not active. */
export async function enterSequence(
  platform: Platform,
  tx: Tx,
  { workspaceId, sequenceId, customerId, by }: Entering,
): Promise<string | undefined> {
  const now = platform.clock.now()
  const { rows } = await sql<{ id: string }>`
    insert into private.sequence_runs (id, workspace_id, sequence_id, version, customer_id, next_at, entered_at, entered_by)
    select ${newId()}, workspace_id, id, version, ${customerId}, ${now}, ${now}, ${by} from sequences
    where workspace_id = ${workspaceId} and id = ${sequenceId} and status = 'active'
    on conflict (workspace_id, sequence_id, customer_id) where ended_at is null do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** @throws sequence.not_active, .inside_already, .had_already, .customer_full, template.not_approved, request.not_found */
export async function startRun(
  platform: Platform,
  { workspaceId }: Caller,
  { id, customer_id: customerId }: { id: string } & z.output<typeof startedRun>,
): Promise<{ id: string }> {
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql`select from customers where workspace_id = ${workspaceId} and id = ${customerId}
      and merged_into is null and erased_at is null for no key update`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    const { status, version } = await readSequence(tx, workspaceId, id)
    if (status !== 'active') throw failure('sequence.not_active')
    await refuseWithdrawn(tx, workspaceId, { id, version })
    const run = await enterSequence(platform, tx, { workspaceId, sequenceId: id, customerId, by: 'hand' })
    if (!run) throw failure('sequence.inside_already')
    const { rows: versions } = await sql<{ plan: SequencePlan }>`select plan from sequence_versions
      where workspace_id = ${workspaceId} and sequence_id = ${id} and version = ${version}`.execute(tx)
    const again = versions[0]?.plan.again_after_days ?? null
    const refused = await whyNotEnter(tx, { workspaceId, sequenceId: id, customerId }, again, platform.clock.now())
    if (refused) throw failure(refused)
    return { id: run }
  })
}

/** The caller locks the customer, so that two sequences at once do not exceed the limit. */
export async function whyNotEnter(
  tx: Tx,
  { workspaceId, sequenceId, customerId }: Omit<Entering, 'by'>,
  againAfterDays: number | null,
  now: Date,
): Promise<'sequence.customer_full' | 'sequence.had_already' | undefined> {
  const since = againAfterDays === null ? new Date(0) : after(now, -days(againAfterDays))
  // Includes customers merged into this one.
  const { rows } = await sql<{ had: boolean; inside: number }>`select
      coalesce(bool_or(sequence_id = ${sequenceId} and ended_at is not null and entered_at > ${since}), false) as had,
      count(*) filter (where ended_at is null and step is not null)::int as inside
    from private.sequence_runs where workspace_id = ${workspaceId} and customer_id in (
      select id from customers where workspace_id = ${workspaceId} and (id = ${customerId} or merged_into = ${customerId}))`.execute(
    tx,
  )
  const [{ had, inside } = { had: false, inside: 0 }] = rows
  if (had) return 'sequence.had_already'
  return inside >= maxPerCustomer ? 'sequence.customer_full' : undefined
}

/** Run with the event's commit, so that no message waits for it. */
function enterThose(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  customers: RawBuilder<unknown>,
  on: RawBuilder<unknown>,
) {
  atCommit(tx, entering(platform, workspaceId, customers, on))
}

function entering(platform: Platform, workspaceId: string, customers: RawBuilder<unknown>, on: RawBuilder<unknown>) {
  const now = platform.clock.now()
  return sql`insert into private.sequence_runs (id, workspace_id, sequence_id, version, customer_id, next_at, entered_at, entered_by)
    select gen_random_uuid(), s.workspace_id, s.id, s.version, c.customer_id, ${now}, ${now}, s."trigger" ->> 'on'
    from sequences s cross join lateral (${customers}) c
    where s.workspace_id = ${workspaceId} and s.status = 'active' and c.customer_id is not null and ${on}
    on conflict (workspace_id, sequence_id, customer_id) where ended_at is null do nothing`
}

const isOn = (on: SequenceEntry) => sql`s."trigger" ->> 'on' = ${on}`

export async function handleOpened(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['conversation.opened'],
): Promise<void> {
  const { workspace_id: workspaceId, contact_id: contactId, conversation_id: id } = event
  const customers = sql`select k.customer_id from contacts k where k.workspace_id = ${workspaceId} and k.id = ${contactId}
    and not exists (select from conversations o where o.workspace_id = k.workspace_id and o.contact_id = k.id and o.id <> ${id})`
  enterThose(platform, tx, workspaceId, customers, isOn('first_message'))
}

export async function handleCustomerTagged(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, customer_id: id, tag_ids: tags }: EventCatalogue['customer.tagged'],
): Promise<void> {
  const on = sql`${isOn('tagged')} and s."trigger" ->> 'tag_id' = any (${tags}::text[])`
  enterThose(platform, tx, workspaceId, sql`select ${id}::uuid as customer_id`, on)
}

export async function handleDetail(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, contact_id: id, kind }: EventCatalogue['contact.detail-found'],
): Promise<void> {
  const on = sql`${isOn('detail')} and coalesce(s."trigger" ->> 'kind', ${kind}) = ${kind}`
  enterThose(platform, tx, workspaceId, customerOf(workspaceId, id), on)
}

export async function handleFollowed(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, contact_id: id, follows }: EventCatalogue['contact.followed'],
): Promise<void> {
  if (follows) enterThose(platform, tx, workspaceId, customerOf(workspaceId, id), isOn('followed'))
}

const startedByConfirmed = { order: 'order.placed', booking: 'appointment.made', callback: undefined } as const

/** Only what a person confirmed: another proposal waits for the customer's yes, and what was merely noticed may be no order. */
export async function handleIntentSettled(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, conversation_id: id, kind, state }: EventCatalogue['intent.settled'],
): Promise<void> {
  const on = startedByConfirmed[kind]
  if (state !== 'confirmed' || !on) return
  const customers = sql`select k.customer_id from conversations v join contacts k on k.workspace_id = v.workspace_id
    and k.id = v.contact_id where v.workspace_id = ${workspaceId} and v.id = ${id}`
  enterThose(platform, tx, workspaceId, customers, isOn(on))
}

function customerOf(workspaceId: string, contactId: string): RawBuilder<unknown> {
  return sql`select k.customer_id from contacts k where k.workspace_id = ${workspaceId} and k.id = ${contactId}`
}

/** After downtime longer than this, people are left alone. */
const lookBack = hours(6)

export async function findSilent(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const shops = await platform.db.readAsService(
    sql<{
      workspace_id: string
    }>`select distinct workspace_id from sequences where status = 'active' and "trigger" ->> 'on' = 'no_reply'`,
  )
  const silence = sql`make_interval(hours => (s."trigger" ->> 'hours')::int)`
  await forEachLogged(platform, 'find who left it without an answer', shops, ({ workspace_id: workspaceId }) => {
    // Only those who may enter: the same silence would queue them again and again.
    const customers = sql`select distinct k.customer_id from conversations v
      join contacts k on k.workspace_id = v.workspace_id and k.id = v.contact_id
      where v.workspace_id = s.workspace_id and v.last_message_at <= ${now}::timestamptz - ${silence}
        and v.last_message_at > ${after(now, -lookBack)}::timestamptz - ${silence}
        and v.preview_author in ('bot', 'member') and v.waiting_since is null and v.last_inbound_at is not null
        and not exists (select from private.sequence_runs r where r.workspace_id = s.workspace_id and r.sequence_id = s.id
          and r.customer_id = k.customer_id and r.entered_at > v.last_message_at)
        and not exists (select from private.sequence_runs r join sequence_versions p on p.workspace_id = s.workspace_id
            and p.sequence_id = s.id and p.version = s.version
          where r.workspace_id = s.workspace_id and r.sequence_id = s.id and r.customer_id = k.customer_id
            and (p.plan ->> 'again_after_days' is null
              or r.entered_at > ${now}::timestamptz - make_interval(days => (p.plan ->> 'again_after_days')::int)))`
    return platform.db.asService(workspaceId, tx =>
      entering(platform, workspaceId, customers, isOn('no_reply')).execute(tx),
    )
  })
}
