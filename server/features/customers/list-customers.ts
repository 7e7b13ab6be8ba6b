import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { searchTermsIn } from '#features/inbox/search/search-terms.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { customersQuery } from '#shared/contracts/customers/customers.contract.ts'
import type { SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { wantedWords } from '#shared/rules/text/search-words.ts'
import type { ChannelKind, Language } from '#shared/words.ts'
import { refuseTimeout } from './refuse-timeout.ts'
import { areListed } from './segments/segment-customers.ts'
import { savedDefinition } from './segments/count-segment.ts'
import { readDefinition } from './segments/read-definition.ts'
import { zoneOf } from './zone-of.ts'

export type ListedCustomer = {
  id: string
  /** Their latest contact; null if they never wrote. */
  contact_id: string | null
  name: string
  avatar: string | null
  channel_id: string | null
  source: ChannelKind | null
  sources: ChannelKind[]
  phone: string | null
  tag_ids: string[]
  language: Language | null
  last_seen_at: Date
  created_at: Date
  consent: 'asked' | 'given' | 'refused' | 'withdrawn' | null
}

type Query = z.output<typeof customersQuery>
type Listed = {
  customers: ListedCustomer[]
  /** The next page's `after`; null on the last page. */
  next: string | null
}

/** @throws segment.invalid, segment.too_slow, request.not_found */
export async function listCustomers(platform: Platform, { workspaceId }: Caller, query: Query): Promise<Listed> {
  const wanted = wantedWords(query.q ?? '')
  // A query of punctuation alone finds nobody rather than everybody.
  if (query.q?.trim() && wanted.words.length === 0) return { customers: [], next: null }
  const definition = await definitionOf(platform, workspaceId, query)
  const asked = { workspaceId, now: platform.clock.now(), zone: await zoneOf(platform, workspaceId) }
  const filters = [
    areListed(asked, definition),
    ...seenBetween(query),
    ...(wanted.words.length > 0 ? [await isSought(platform, workspaceId, searchTermsIn(workspaceId, wanted).all)] : []),
    ...edgeOf(query.after),
  ]
  const rows = await refuseTimeout(platform.db.readAsService(pageOf(filters, query.limit + 1)))
  const customers = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? customers.at(-1) : undefined
  return { customers, next: last ? `${last.last_seen_at.getTime()}-${last.id}` : null }
}

function pageOf(filters: RawBuilder<unknown>[], limit: number): RawBuilder<ListedCustomer> {
  const theirs = sql`k.workspace_id = cu.workspace_id and k.customer_id = cu.id`
  return sql<ListedCustomer>`
    select cu.id, last.id as contact_id, coalesce(nullif(last.name, ''), cu.name) as name, last.avatar, last.channel_id,
      (select kind from channels h where h.workspace_id = cu.workspace_id and h.id = last.channel_id) as source,
      array(select distinct h.kind from contacts k join channels h on h.workspace_id = k.workspace_id and h.id = k.channel_id
        where ${theirs} order by 1) as sources,
      coalesce((select d.value from contacts k join contact_details d on d.workspace_id = k.workspace_id and d.contact_id = k.id and d.kind = 'phone'
        where ${theirs} order by d.created_at desc, d.id desc limit 1), (select d.value from contact_details d
        where d.workspace_id = cu.workspace_id and d.kind = 'phone' and d.customer_id in (select m.id from customers m
          where m.workspace_id = cu.workspace_id and (m.id = cu.id or m.merged_into = cu.id)) order by d.id limit 1)) as phone,
      array(select t.tag_id from customer_tags t where t.workspace_id = cu.workspace_id and t.customer_id = cu.id
        order by t.created_at, t.tag_id) as tag_ids,
      coalesce(cu.language, last.language) as language, coalesce(cu.last_seen_at, cu.created_at) as last_seen_at, cu.created_at,
      (select s.state from consent_states s where s.workspace_id = cu.workspace_id and s.customer_id = cu.id and s.purpose = 'promotion'
        order by array_position(array['given', 'withdrawn', 'refused', 'asked'], s.state) limit 1) as consent
    from (select cu.* from customers cu where ${sql.join(filters, sql` and `)}
      order by coalesce(cu.last_seen_at, cu.created_at) desc, cu.id desc limit ${limit}) cu
    left join lateral (select k.id, k.name, k.avatar, k.channel_id, k.language from contacts k where ${theirs}
      order by k.last_seen_at desc nulls last, k.id desc limit 1) last on true
    order by coalesce(cu.last_seen_at, cu.created_at) desc, cu.id desc`
}

async function definitionOf(platform: Platform, workspaceId: string, query: Query): Promise<SegmentNode> {
  const { source, channel, consent, segment, where } = query
  return {
    all: [
      ...(segment ? [await savedDefinition(platform, workspaceId, segment)] : []),
      ...(where === undefined ? [] : [readDefinition(where)]),
      ...(source ? [{ by: 'source' as const, kind: source }] : []),
      ...(channel ? [{ by: 'channel' as const, id: channel }] : []),
      ...(consent ? [{ by: 'consent' as const, purpose: 'promotion' as const, state: consent }] : []),
    ],
  }
}

function seenBetween({ seen_after: since, seen_before: until }: Query): RawBuilder<unknown>[] {
  const seen = sql`coalesce(cu.last_seen_at, cu.created_at)`
  return [...(since ? [sql`${seen} >= ${new Date(since)}`] : []), ...(until ? [sql`${seen} < ${new Date(until)}`] : [])]
}

/** Up to this many are looked up by id; with more matches, scanning the latest customers finds them soon enough. */
const few = 5000

async function isSought(platform: Platform, workspaceId: string, query: string): Promise<RawBuilder<unknown>> {
  const found = sql<{ customer_id: string }>`
    select k.customer_id from private.contact_words w join contacts k on k.workspace_id = w.workspace_id and k.id = w.contact_id
    where w.workspace_id = ${workspaceId} and w.words @@ ${query}::tsquery and k.customer_id is not null
    union all select coalesce(m.merged_into, m.id) from private.customer_words w
    join customers m on m.workspace_id = w.workspace_id and m.id = w.customer_id
    where w.workspace_id = ${workspaceId} and w.words @@ ${query}::tsquery`
  const first = await platform.db.readAsService(sql<{ customer_id: string }>`${found} limit ${few + 1}`)
  if (first.length > few) return hasWords(workspaceId, query)
  return sql`cu.id = any (${first.map(row => row.customer_id)}::uuid[])`
}

/** Checked customer by customer as the list meets them: half of all may match. */
function hasWords(workspaceId: string, query: string): RawBuilder<unknown> {
  return sql`(coalesce((select true from contacts k join private.contact_words w on w.workspace_id = k.workspace_id and w.contact_id = k.id
      where k.workspace_id = ${workspaceId} and k.customer_id = cu.id and w.words @@ ${query}::tsquery limit 1), false)
    or coalesce((select true from customers m join private.customer_words w on w.workspace_id = m.workspace_id and w.customer_id = m.id
      where m.workspace_id = ${workspaceId} and (m.id = cu.id or m.merged_into = cu.id) and w.words @@ ${query}::tsquery limit 1), false))`
}

function edgeOf(after: string | undefined): RawBuilder<unknown>[] {
  if (!after) return []
  const at = new Date(Number(after.slice(0, 13)))
  return [sql`(coalesce(cu.last_seen_at, cu.created_at), cu.id) < (${at}::timestamptz, ${after.slice(14)}::uuid)`]
}
