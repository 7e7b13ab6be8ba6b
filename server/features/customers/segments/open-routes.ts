import { type RawBuilder, sql } from 'kysely'
import type { RouteName } from '#shared/rules/campaigns/send-question.ts'
import { openSince } from '#shared/rules/time/messaging-window.ts'
import type { ChannelKind } from '#shared/words.ts'

type Asked = { workspaceId: string; now: Date }
type Condition = (asked: Asked) => RawBuilder<unknown>

const acted = sql`greatest(k.last_interaction_at, (select max(v.last_interaction_at) from conversations v
  where v.workspace_id = k.workspace_id and v.contact_id = k.id))`
/** Zalo accounts know some people only by their number. */
const isNumber = sql`k.external_id like 'tel:%'`

/**
 * Which ways are open to the customer `cu` now, as `routeTable` of the sending rules says of one contact (a test holds them together).
 * Consent, caps, hours, prices and what a message says are judged at sending.
 */
export const routeOpen: Record<RouteName, Condition> = {
  'website.chat': asked =>
    contactIs(sql`${onChannels('website', asked)} and exists (select from conversations v
      where v.workspace_id = k.workspace_id and v.contact_id = k.id)`),
  'facebook.response': asked => {
    const since = openSince('facebook', asked.now)
    return contactIs(sql`${onChannels('facebook', asked)}
      and (${acted} > ${since.acted} or (k.ad_entry_at > ${since.fromAd} and ${acted} is not null))`)
  },
  'facebook.utility': asked =>
    contactIs(sql`${onChannels('facebook', asked)} and ${hasTemplate(sql`k.channel_id`, asked)}`),
  'facebook.marketing': asked =>
    contactIs(sql`${onChannels('facebook', asked)} and exists (select from private.subscriptions s
      join private.ad_accounts a on a.workspace_id = s.workspace_id and a.channel_id = k.channel_id
      where s.workspace_id = k.workspace_id and s.contact_id = k.id and s.token is not null and s.status = 'live'
        and (s.expires_at is null or s.expires_at > ${asked.now}) and (s.next_at is null or s.next_at <= ${asked.now}))`),
  'zalo.consultation': asked =>
    contactIs(sql`${onChannels('zalo', asked)} and ${acted} > ${openSince('zalo', asked.now, true).acted}`),
  'zalo.template_uid': asked =>
    contactIs(sql`${onChannels('zalo', asked)} and not ${isNumber} and ${hasTemplate(sql`k.channel_id`, asked)}`),
  'zalo.template_phone': numberOpen,
}

/** By a number they agreed to there, where the account does not know them otherwise. */
function numberOpen(asked: Asked): RawBuilder<unknown> {
  return sql`exists (select from consent_states e where e.workspace_id = cu.workspace_id and e.customer_id = cu.id and e.state = 'given'
    and e.channel_id in (${channelsOf('zalo', asked)}) and ${hasTemplate(sql`e.channel_id`, asked)} and (
      exists (select from contacts k where k.workspace_id = e.workspace_id and k.customer_id = cu.id and k.channel_id = e.channel_id
        and ${isNumber} and k.unreachable_at is null)
      or (${hasNumber} and not exists (select from contacts k
        where k.workspace_id = e.workspace_id and k.customer_id = cu.id and k.channel_id = e.channel_id))))`
}

const isMobile = sql`d.kind = 'phone' and d.value ~ '^[+]84[0-9]{9}$'`
/** Their contacts', their own from a list, and those of whom was merged into them: each is found by an index. */
const hasNumber = sql`(exists (select from contacts k join contact_details d on d.workspace_id = k.workspace_id and d.contact_id = k.id
    where k.workspace_id = cu.workspace_id and k.customer_id = cu.id and ${isMobile})
  or exists (select from contact_details d where d.workspace_id = cu.workspace_id and d.customer_id = cu.id and ${isMobile})
  or exists (select from customers m join contact_details d on d.workspace_id = m.workspace_id and d.customer_id = m.id
    where m.workspace_id = cu.workspace_id and m.merged_into = cu.id and ${isMobile}))`

function contactIs(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from contacts k
    where k.workspace_id = cu.workspace_id and k.customer_id = cu.id and k.unreachable_at is null and ${condition})`
}

function onChannels(kind: ChannelKind, asked: Asked): RawBuilder<unknown> {
  return sql`k.channel_id in (${channelsOf(kind, asked)})`
}

function channelsOf(kind: ChannelKind, { workspaceId }: Asked): RawBuilder<unknown> {
  return sql`select id from channels where workspace_id = ${workspaceId} and kind = ${kind} and status = 'connected'`
}

function hasTemplate(channel: RawBuilder<unknown>, { workspaceId, now }: Asked): RawBuilder<unknown> {
  return sql`${channel} in (select t.channel_id from templates t where t.workspace_id = ${workspaceId} and t.state = 'approved'
    and (t.quota_from is null or t.quota_from <= ${now}))`
}
