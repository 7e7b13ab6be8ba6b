import { sql } from 'kysely'
import { monthOf } from '#features/workspaces/month-of.ts'
import { after, days, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { CampaignRules } from '#shared/contracts/campaigns/campaign-rules.contract.ts'
import type { Promised } from '#shared/rules/campaigns/campaign-rules.ts'
import type { Purpose } from '#shared/rules/campaigns/send-question.ts'
import type { ChannelKind, Language } from '#shared/words.ts'
import { countsLinks } from '../links/may-count-links.ts'
import { type MarketingFacts, marketingColumn } from '../marketing/marketing-facts.ts'
import { readRules } from '../rules/read-rules.ts'

export type ContactFacts = {
  contact_id: string
  /** false: only a number, not yet a contact */
  known: boolean
  customer_id: string
  channel_id: string
  kind: ChannelKind
  channel_name: string
  external_id: string
  name: string
  language: Language | null
  fields: Record<string, unknown>
  last_seen_at: Date | null
  connected: boolean
  unreachable: boolean
  restricted: boolean
  state: 'asked' | 'given' | 'refused' | 'withdrawn' | null
  given_elsewhere: boolean
  given_here: boolean
  asked_before: boolean
  /** promised frequency in the words they agreed to; null: none */
  promised: Promised | null
  last_interaction: Date | null
  ad_entry_at: Date | null
  conversation_id: string | null
  waits: boolean
  last_words: Date | null
  /** milliseconds since 1970 */
  promotions: number[]
  cares: number[]
  /** messages since the customer's last act, as Zalo counts them */
  since_act: number
  marketing: MarketingFacts
  /** this broadcast reached them already, as a contact merged since */
  reached: boolean
}

const wasTalked = sql`(o.last_inbound_at is not null or o.preview_author <> 'contact')`

/** The longest period that a promise can cover. */
export const marksOf = days(90)
const freeFor = hours(48)

type Asked = { workspaceId: string; purpose: Purpose; now: Date } & Partial<{
  broadcastId: string
  except: string
  exceptMessage: string | null
  numbersOn: string | null
}>

/** Read in the transaction that acts on the facts. */
export async function readFacts(
  tx: Tx,
  asked: Asked,
  who: { contacts: readonly string[] } | { customers: readonly string[] },
): Promise<ContactFacts[]> {
  const { workspaceId, now, broadcastId = null, except = null, exceptMessage = null, numbersOn } = asked
  const numbers = 'customers' in who && numbersOn ? withNumbers(workspaceId, who.customers, numbersOn) : undefined
  const purpose = asked.purpose === 'ask' ? 'promotion' : asked.purpose
  // What reached a contact counts for it, whichever customer it belongs to.
  const marks = (of: Purpose) => {
    const made = sql`select m.ref, m.at from private.send_marks m where m.workspace_id = c.workspace_id and m.purpose = ${of}
      and m.at > ${after(now, -marksOf)} and m.ref is distinct from ${except}::uuid`
    return sql`array(select extract(epoch from made.at)::float8 * 1000 from (
      ${made} and m.customer_id = c.customer_id union ${made} and m.contact_id = c.id union ${made} and m.customer_id in (
        select x.id from customers x where x.workspace_id = c.workspace_id and x.merged_into = c.customer_id)) made)`
  }
  const { rows } = await sql<ContactFacts>`
    select c.id as contact_id, ${numbers ? sql`c.known` : sql`true`} as known, c.customer_id, c.channel_id, h.kind, h.name as channel_name, c.external_id, coalesce(nullif(u.name, ''), c.name) as name,
      coalesce(u.language, c.language, v.language) as language, u.fields, c.last_seen_at,
      h.status = 'connected' as connected, c.unreachable_at is not null as unreachable, u.restricted_at is not null or u.erased_at is not null as restricted,
      s.state, exists (select from consent_states e where e.workspace_id = c.workspace_id and e.customer_id = c.customer_id and e.state = 'given'
        and (e.channel_id, e.purpose) is distinct from (c.channel_id, ${purpose}::text)) as given_elsewhere,
      exists (select from consent_states e where e.workspace_id = c.workspace_id and e.customer_id = c.customer_id and e.state = 'given'
        and e.channel_id = c.channel_id) as given_here,
      exists (select from consents a where a.workspace_id = c.workspace_id and a.customer_id = c.customer_id
        and a.channel_id = c.channel_id and a.act = 'asked') or exists (select from private.consent_asks q
        where q.workspace_id = c.workspace_id and q.contact_id = c.id and q.id is distinct from ${except}::uuid) as asked_before,
      (select jsonb_build_object('max_messages', min(t.max_messages), 'in_days', max(t.in_days)) from (
          select g.words from consents g where g.workspace_id = c.workspace_id and g.customer_id = c.customer_id
            and g.channel_id = c.channel_id and g.purpose = ${purpose} and g.act in ('given', 'imported') order by g.at desc limit 1) g
        join consent_texts t on t.workspace_id = c.workspace_id and t.purpose = ${purpose} and t.words = g.words
        having count(*) > 0) as promised,
      greatest(v.last_interaction_at, c.last_interaction_at) as last_interaction, c.ad_entry_at,
      v.id as conversation_id, coalesce(v.waits, false) as waits, v.last_words,
      ${marks('promotion')} as promotions, ${marks('care')} as cares,
      case when h.kind = 'zalo' and greatest(v.last_interaction_at, c.last_interaction_at) > ${after(now, -freeFor)} then (
        select count(*)::int from messages m join conversations w on w.workspace_id = m.workspace_id and w.id = m.conversation_id
        where w.workspace_id = c.workspace_id and w.contact_id = c.id and m.direction = 'out' and m.template is null and m.status not in ('held', 'failed')
          and m.created_at > greatest(v.last_interaction_at, c.last_interaction_at) and m.id is distinct from ${exceptMessage}::uuid)
        else 0 end as since_act, ${marketingColumn},
      ${broadcastId ? reachedBy(broadcastId, except) : sql`false`} as reached
    from ${numbers ?? sql`contacts`} c join customers u on u.workspace_id = c.workspace_id and u.id = c.customer_id
    join channels h on h.workspace_id = c.workspace_id and h.id = c.channel_id
    left join consent_states s on s.workspace_id = c.workspace_id and s.customer_id = c.customer_id and s.channel_id = c.channel_id and s.purpose = ${purpose}
    left join lateral (
      select (array_agg(o.id order by o.status = 'closed', o.last_message_at desc))[1] as id,
        (array_agg(o.language order by o.last_message_at desc))[1] as language, bool_or(o.waiting_since is not null) as waits,
        max(o.last_message_at) filter (where ${wasTalked}) as last_words, max(o.last_interaction_at) as last_interaction_at
      from conversations o where o.workspace_id = c.workspace_id and o.contact_id = c.id) v on true
    where c.workspace_id = ${workspaceId} and ${'contacts' in who ? sql`c.id = any (${who.contacts}::uuid[])` : sql`c.customer_id = any (${who.customers}::uuid[])`}`.execute(
    tx,
  )
  return rows
}

/** Each part is found by an index; together in one condition they would be looked for among all numbers of the shop. */
const numbersOf = sql.join(
  [
    sql`d.customer_id = p.id`,
    sql`d.customer_id in (select m.id from customers m where m.workspace_id = p.workspace_id and m.merged_into = p.id)`,
    sql`d.contact_id in (select k.id from contacts k where k.workspace_id = p.workspace_id and k.customer_id = p.id)`,
  ].map(
    theirs => sql`select d.value, d.created_at, d.id from contact_details d where d.workspace_id = p.workspace_id and d.kind = 'phone'
      and d.value ~ '^[+]84[0-9]{9}$' and ${theirs}`,
  ),
  sql` union all `,
)

/** Adds, for accounts on which they have no contact, the number they agreed to there. */
function withNumbers(workspaceId: string, customers: readonly string[], channelId: string) {
  return sql`(select k.id, true as known, k.workspace_id, k.customer_id, k.channel_id, k.external_id, k.name, k.language, k.last_seen_at, k.unreachable_at,
        k.last_interaction_at, k.ad_entry_at
      from contacts k where k.workspace_id = ${workspaceId} and k.customer_id = any (${customers}::uuid[])
    union all
      select gen_random_uuid(), false, p.workspace_id, p.id, ${channelId}::uuid, 'tel:' || substr(d.value, 2), p.name, p.language, null, null, null, null
      from customers p cross join lateral (select d.value from (${numbersOf}) d order by d.created_at desc, d.id desc limit 1) d
      where p.workspace_id = ${workspaceId} and p.id = any (${customers}::uuid[]) and p.merged_into is null
        and exists (select from consent_states e where e.workspace_id = p.workspace_id and e.customer_id = p.id
          and e.channel_id = ${channelId} and e.state = 'given')
        and not exists (select from contacts k where k.workspace_id = p.workspace_id and k.customer_id = p.id and k.channel_id = ${channelId}))`
}

function reachedBy(broadcastId: string, except: string | null) {
  return sql`exists (select from contacts o cross join lateral (select from private.broadcast_recipients r
      where r.broadcast_id = ${broadcastId} and r.contact_id = o.id and r.workspace_id = o.workspace_id and r.id is distinct from ${except}::uuid
        and r.state in ('queued', 'sent', 'delivered', 'read', 'unsure') offset 0) r
    where o.workspace_id = c.workspace_id and o.customer_id = c.customer_id)`
}

export type ShopFacts = {
  name: string
  sender: string
  rules: CampaignRules
  promised: { promotion: Promised[]; care: Promised[] }
  zone: string
  language: Language
  /** messages; Infinity: no limit */
  planLeft: number
  /** đồng this month; Infinity: no limit */
  moneyLeft: number
  monthEnds: Date
  countsLinks: boolean
  fields: { id: string; place: string; kind: string }[]
}

export async function readShop(tx: Tx, workspaceId: string, now: Date): Promise<ShopFacts> {
  const { rows } = await sql<{
    name: string
    zone: string
    language: Language
    counted: boolean
    counts_links: boolean
    left: number | null
    spent: number | null
    month_ends: Date
    fields: ShopFacts['fields']
    promised: (Promised & { purpose: string })[]
  }>`select w.name, w.time_zone as zone, w.language, u.metric is not null as counted, ${countsLinks()} as counts_links,
      case when u.hard_limit is not null then greatest(0, u.hard_limit - u.used) end::float8 as left,
      (select s.spent::float8 from private.campaign_spending s where s.workspace_id = w.id and s.month = ${monthOf(now)}) as spent,
      (date_trunc('month', ${now}::timestamptz at time zone w.time_zone) + interval '1 month') at time zone w.time_zone as month_ends,
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'place', replace(f.name_folded, ' ', '_'), 'kind', f.kind)) from customer_fields f
        where f.workspace_id = w.id), '[]') as fields,
      coalesce((select jsonb_agg(jsonb_build_object('purpose', t.purpose, 'max_messages', t.max_messages, 'in_days', t.in_days)) from (
        select distinct on (purpose, language) purpose, max_messages, in_days from consent_texts where workspace_id = w.id
        order by purpose, language, version desc) t), '[]') as promised
    from workspaces w left join usage_counters u on u.workspace_id = w.id and u.metric = 'campaigns'
      and u.period_start <= ${now} and u.period_end > ${now}
    where w.id = ${workspaceId} and w.deleted_at is null`.execute(tx)
  const shop = rows[0]
  const { counted = false, left = 0 } = shop ?? {}
  const rules = await readRules(tx, workspaceId)
  const promised = (purpose: string) => shop?.promised.filter(one => one.purpose === purpose) ?? []
  return {
    name: shop?.name ?? '',
    ...{ rules, sender: rules.sender || (shop?.name ?? '') },
    promised: { promotion: promised('promotion'), care: promised('care') },
    zone: shop?.zone ?? 'Asia/Ho_Chi_Minh',
    language: shop?.language ?? 'vi',
    moneyLeft: rules.money_per_month === null ? Infinity : Math.max(0, rules.money_per_month - (shop?.spent ?? 0)),
    monthEnds: shop?.month_ends ?? now,
    countsLinks: shop?.counts_links ?? false,
    planLeft: counted ? (left ?? Infinity) : 0,
    fields: shop?.fields ?? [],
  }
}
