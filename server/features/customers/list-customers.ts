import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { soughtIn } from '#features/inbox/sought-words.ts'
import type { Caller } from '#platform/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { customersQuery } from '#shared/contracts/customers.contract.ts'
import { wantedWords } from '#shared/rules/search-words.ts'
import type { ChannelKind, ConsentFilter, Language } from '#shared/words.ts'

export type ListedCustomer = {
  id: string
  contact_id: string
  name: string
  avatar: string | null
  channel_id: string
  source: ChannelKind
  language: Language | null
  last_seen_at: Date
  created_at: Date
  /** to promotions, on this channel */
  consent: 'asked' | 'given' | 'refused' | 'withdrawn' | null
}

type Query = z.output<typeof customersQuery>
type Listed = {
  customers: ListedCustomer[]
  /** What to name as `after` for the next page; null: this is the last one. */
  next: string | null
}

/** A page of the workspace's customers, those first who were there last. One who is known on several channels is listed by the latest. */
export async function listCustomers(platform: Platform, { workspaceId }: Caller, query: Query): Promise<Listed> {
  const wanted = wantedWords(query.q ?? '')
  // Signs alone are no search; they find nobody, and not everybody.
  if (query.q?.trim() && wanted.words.length === 0) return { customers: [], next: null }
  const filters = [
    sql`c.workspace_id = ${workspaceId} and c.customer_id is not null and c.last_seen_at is not null`,
    sql`not exists (select from contacts o where o.workspace_id = c.workspace_id and o.customer_id = c.customer_id
      and (o.last_seen_at, o.id) > (c.last_seen_at, c.id))`,
    ...filtersOf(workspaceId, query),
    ...(wanted.words.length > 0 ? [await isSought(platform, workspaceId, soughtIn(workspaceId, wanted).all)] : []),
    ...edgeOf(query.after),
  ]
  const rows = await platform.db.readAsService(sql<ListedCustomer>`
    select c.customer_id as id, c.id as contact_id, c.name, c.avatar, c.channel_id, h.kind as source, c.language, c.last_seen_at, c.created_at,
      (select s.state from consent_states s where s.workspace_id = c.workspace_id and s.customer_id = c.customer_id
        and s.channel_id = c.channel_id and s.purpose = 'promotion') as consent
    from contacts c join channels h on h.workspace_id = c.workspace_id and h.id = c.channel_id
    where ${sql.join(filters, sql` and `)} order by c.last_seen_at desc, c.id desc limit ${query.limit + 1}`)
  const customers = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? customers.at(-1) : undefined
  return { customers, next: last ? `${last.last_seen_at.getTime()}-${last.contact_id}` : null }
}

/** So many are looked at by their ids; where more have the words, they are met soon enough among the latest customers. */
const few = 500

async function isSought(platform: Platform, workspaceId: string, query: string): Promise<RawBuilder<unknown>> {
  const found = sql<{ contact_id: string }>`select w.contact_id from private.contact_words w
    where w.workspace_id = ${workspaceId} and w.words @@ ${query}::tsquery`
  const first = await platform.db.readAsService(sql<{ contact_id: string }>`${found} limit ${few + 1}`)
  if (first.length > few) return sql`c.id in (${found})`
  return sql`c.id = any (${first.map(row => row.contact_id)}::uuid[])`
}

function filtersOf(workspaceId: string, query: Query): RawBuilder<unknown>[] {
  const { source, channel, consent, seen_after: seenAfter, seen_before: seenBefore } = query
  return [
    ...(source
      ? [sql`c.channel_id in (select id from channels where workspace_id = ${workspaceId} and kind = ${source})`]
      : []),
    ...(channel ? [sql`c.channel_id = ${channel}`] : []),
    ...(consent ? [consentIs(consent)] : []),
    ...(seenAfter ? [sql`c.last_seen_at >= ${new Date(seenAfter)}`] : []),
    ...(seenBefore ? [sql`c.last_seen_at < ${new Date(seenBefore)}`] : []),
  ]
}

const statesOf = (states: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (select from consent_states s
  where s.workspace_id = c.workspace_id and s.customer_id = c.customer_id and s.channel_id = c.channel_id
    and s.purpose = 'promotion' and s.state in (${states}))`

function consentIs(consent: ConsentFilter): RawBuilder<unknown> {
  if (consent === 'given') return statesOf(sql`'given'`)
  if (consent === 'refused') return statesOf(sql`'refused', 'withdrawn'`)
  return sql`not ${statesOf(sql`'given', 'refused', 'withdrawn'`)}`
}

function edgeOf(after: string | undefined): RawBuilder<unknown>[] {
  if (!after) return []
  const at = new Date(Number(after.slice(0, 13)))
  return [sql`(c.last_seen_at, c.id) < (${at}::timestamptz, ${after.slice(14)}::uuid)`]
}
