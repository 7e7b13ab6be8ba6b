import { sql } from 'kysely'
import { after, days, hours, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Channel, KindTemplates, ListedTemplate, TemplateDetails } from '../channel.ts'
import { readChannel } from '../channel-row.ts'
import { kindOf, kinds } from '../kinds.ts'

type Due = { workspace_id: string; channel_id: string }
type Known = { external_id: string; state: string; described_at: Date | null }

/** Each uses up one of the account's requests, which replies need too. */
const maxDescribed = 20
const describedFor = hours(20)
const readEvery = days(1)
const maxDue = 200

export function kindsWithTemplates(): string[] {
  return Object.values(kinds).flatMap(({ name, templates }) => (templates ? [name] : []))
}

export async function syncLater(platform: Platform, tx: Tx, { workspace_id, channel_id }: Due, runAt?: Date) {
  await platform.jobs.enqueue(tx, {
    kind: 'sync templates',
    key: `templates:${channel_id}`,
    lane: `templates ${channel_id}`,
    payload: { workspace_id, channel_id },
    ...(runAt && { runAt }),
  })
}

export async function syncDue(platform: Platform): Promise<void> {
  const before = after(platform.clock.now(), -readEvery)
  const due = await platform.db.readAsService<Due>(sql`select h.workspace_id, h.id as channel_id from channels h
    join workspaces w on w.id = h.workspace_id and w.deleted_at is null
    left join channel_limits l on l.workspace_id = h.workspace_id and l.channel_id = h.id
    where h.status in ('connected', 'paused') and h.kind = any (${kindsWithTemplates()}::text[])
      and (l.account_read_at is null or l.account_read_at < ${before}) order by l.account_read_at nulls first limit ${maxDue}`)
  for (const one of due) await platform.db.asService(one.workspace_id, tx => syncLater(platform, tx, one))
}

export async function syncTemplates(platform: Platform, due: Due): Promise<void> {
  const { workspace_id: workspaceId, channel_id: channelId } = due
  const found = await platform.db.asService(workspaceId, async tx => ({
    channel: await readChannel(tx, workspaceId, channelId),
    known: (
      await sql<Known>`select external_id, state, described_at from templates
        where workspace_id = ${workspaceId} and channel_id = ${channelId}`.execute(tx)
    ).rows,
  }))
  const { channel } = found
  const kind = channel && kindOf(channel.kind)
  if (!channel || !kind?.templates || channel.status === 'disconnected') return
  const plan = await kind.readPlan?.(platform, channel)
  const asksAbout = kind.readQuota && (await lastToAct(platform, channel))
  if (asksAbout) await kind.readQuota?.(platform, channel, asksAbout)
  const listed = await kind.templates.list(platform, channel)
  const described =
    listed.is === 'listed'
      ? await describeSome(platform, channel, kind.templates, listed.templates, found.known)
      : undefined
  await platform.db.asService(workspaceId, async tx => {
    await saveAccountLimits(platform, tx, channel, plan, listed.is === 'listed' ? null : listed)
    if (listed.is !== 'listed' || !described) return
    for (const one of listed.templates)
      await saveTemplate(platform, tx, channel, one, described.details.get(one.externalId))
    // Of a list that was cut nobody knows what else there is.
    if (listed.isWhole) await markGone(platform, tx, channel, listed.templates)
    if (described.hasMore) await syncLater(platform, tx, due, after(platform.clock.now(), minutes(1)))
  })
}

/** Platforms report quotas only for people who acted in the last seven days. */
async function lastToAct(platform: Platform, { workspaceId, id }: Channel): Promise<string | undefined> {
  const since = after(platform.clock.now(), -days(7))
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ id: string }>`select c.external_id as id from conversations v
      join contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id
      where v.workspace_id = ${workspaceId} and v.channel_id = ${id} and v.last_message_at > ${since} and v.last_interaction_at > ${since}
        and c.unreachable_at is null and c.fields ->> 'zalo_anonymous' is distinct from 'true'
      order by v.last_message_at desc limit 1`.execute(tx),
  )
  return rows[0]?.id
}

async function describeSome(
  platform: Platform,
  channel: Channel,
  { describe }: KindTemplates,
  templates: ListedTemplate[],
  known: Known[],
): Promise<{ details: Map<string, TemplateDetails>; hasMore: boolean }> {
  const details = new Map(templates.flatMap(one => (one.details ? [[one.externalId, one.details] as const] : [])))
  if (!describe) return { details, hasMore: false }
  const before = after(platform.clock.now(), -describedFor)
  const wanted = templates.filter(one => {
    const row = known.find(({ external_id: id }) => id === one.externalId)
    return !row?.described_at || row.state !== one.state || row.described_at < before
  })
  for (const { externalId } of wanted.slice(0, maxDescribed)) {
    const listed = await describe(platform, channel, externalId)
    if (!listed) return { details, hasMore: false }
    details.set(externalId, listed)
  }
  return { details, hasMore: wanted.length > maxDescribed }
}

type Refused = { why: string; detail: string }
type Plan = { plan: string | null; until: string | null; verified: boolean | null } | undefined

async function saveAccountLimits(
  platform: Platform,
  tx: Tx,
  { workspaceId, id }: Channel,
  plan: Plan,
  refused: Refused | null,
) {
  const now = platform.clock.now()
  const { rows } = await sql<{ changed: boolean }>`
    with before as (select plan, plan_until, verified, account_read_at from channel_limits where workspace_id = ${workspaceId} and channel_id = ${id})
    insert into channel_limits as l (workspace_id, channel_id, source, read_at, plan, plan_until, verified, templates_why, templates_detail, account_read_at)
    values (${workspaceId}, ${id}, 'plan', ${now}, ${plan?.plan ?? null}, ${plan?.until ?? null}, ${plan?.verified ?? null},
      ${refused?.why ?? null}, ${refused?.detail ?? null}, ${now})
    on conflict (workspace_id, channel_id) do update set plan = case when ${plan !== undefined} then excluded.plan else l.plan end,
      plan_until = case when ${plan !== undefined} then excluded.plan_until else l.plan_until end,
      verified = case when ${plan !== undefined} then excluded.verified else l.verified end,
      templates_why = excluded.templates_why, templates_detail = excluded.templates_detail, account_read_at = excluded.account_read_at
    returning ${plan !== undefined} and exists (select from before b where b.account_read_at is not null and (b.plan, b.plan_until, b.verified)
      is distinct from (l.plan, l.plan_until, l.verified)) as changed`.execute(tx)
  if (rows[0]?.changed)
    await platform.jobs.emit(tx, 'channel.limits-changed', { workspace_id: workspaceId, channel_id: id })
}

async function saveTemplate(
  platform: Platform,
  tx: Tx,
  { workspaceId, id: channelId }: Channel,
  { externalId, name, state, quality }: ListedTemplate,
  details: TemplateDetails | undefined,
): Promise<void> {
  const now = platform.clock.now()
  const { rows } = await sql<{ id: string; before: string | null }>`
    with before as (select state from templates where workspace_id = ${workspaceId} and channel_id = ${channelId} and external_id = ${externalId})
    insert into templates (id, workspace_id, channel_id, external_id, name, state, quality, read_at)
    values (${newId()}, ${workspaceId}, ${channelId}, ${externalId}, ${name}, ${state}, ${quality ?? null}, ${now})
    on conflict (workspace_id, channel_id, external_id) do update set name = excluded.name, state = excluded.state,
      quality = excluded.quality, read_at = excluded.read_at
    returning id, (select state from before) as before`.execute(tx)
  const [stored] = rows
  if (!stored) return
  if (details) await saveDetails(tx, workspaceId, stored.id, details, now)
  if (stored.before !== state)
    await emitChanged(platform, tx, { workspaceId, channelId, id: stored.id, state, was: stored.before })
}

async function saveDetails(tx: Tx, workspaceId: string, id: string, details: TemplateDetails, now: Date) {
  const { language, reason, tag, body, params, previewUrl, priceUid, pricePhone, dailyQuota, quotaLeft } = details
  await sql`update templates set language = ${language}, reason = ${reason}, tag = ${tag}, body = ${body},
      params = ${JSON.stringify(params)}::jsonb, preview_url = ${previewUrl}, price_uid = ${priceUid}, price_phone = ${pricePhone},
      daily_quota = ${dailyQuota}, quota_left = ${quotaLeft}, described_at = ${now},
      quota_from = case when ${quotaLeft}::int > 0 then null else quota_from end
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
}

/** Unlisted templates can no longer be sent, but stay readable. */
async function markGone(platform: Platform, tx: Tx, { workspaceId, id: channelId }: Channel, listed: ListedTemplate[]) {
  const { rows } = await sql<{
    id: string
    was: string
  }>`update templates t set state = 'gone', read_at = ${platform.clock.now()}
    from (select id, state from templates where workspace_id = ${workspaceId} and channel_id = ${channelId} and state <> 'gone'
      and external_id <> all (${listed.map(one => one.externalId)}::text[]) for no key update) before
    where t.workspace_id = ${workspaceId} and t.id = before.id returning t.id, before.state as was`.execute(tx)
  for (const { id, was } of rows) await emitChanged(platform, tx, { workspaceId, channelId, id, state: 'gone', was })
}

type Changed = { workspaceId: string; channelId: string; id: string; state: string; was: string | null }

async function emitChanged(
  platform: Platform,
  tx: Tx,
  { workspaceId, channelId, id, state, was }: Changed,
): Promise<void> {
  await platform.jobs.emit(tx, 'template.changed', {
    ...{ workspace_id: workspaceId, template_id: id, channel_id: channelId, state, was },
  })
}
