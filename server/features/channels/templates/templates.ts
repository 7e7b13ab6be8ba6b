import { sql } from 'kysely'
import type { z } from 'zod'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import { storableText } from '#platform/text/storable-text.ts'
import type { newTemplate } from '#shared/contracts/campaigns/templates.contract.ts'
import type { Template, TemplateAccount } from '#shared/contracts/campaigns/templates.results.ts'
import { wrongPlaces } from '#shared/rules/campaigns/campaign-text.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { placesIn } from '#shared/rules/campaigns/template-values.ts'
import { readChannel } from '../channel-row.ts'
import { kindOf } from '../kinds.ts'
import { kindsWithTemplates, syncLater } from './sync-templates.ts'

const freshFor = minutes(10)

type StoredTemplate = WithDates<Template, 'quota_from' | 'described_at' | 'read_at'>
type Accounts = Omit<WithDates<TemplateAccount, 'read_at' | 'replies_read_at'>, 'default_pace' | 'free_replies'>

export async function listTemplates(
  platform: Platform,
  { workspaceId }: Caller,
): Promise<{ templates: StoredTemplate[]; accounts: TemplateAccount[]; reading: boolean }> {
  const before = after(platform.clock.now(), -freshFor)
  const { ZALO_REQUESTS_PER_MINUTE: pace, ZALO_FREE_REPLIES: free } = platform.config
  const defaults = { default_pace: pace, free_replies: free }
  return platform.db.asService(workspaceId, async tx => {
    const accounts = await readAccounts(tx, workspaceId, platform.clock.now())
    const stale = accounts.filter(one => one.connected && (!one.read_at || one.read_at < before))
    for (const { channel_id } of stale) await syncLater(platform, tx, { workspace_id: workspaceId, channel_id })
    const { rows } =
      await sql<StoredTemplate>`select t.id, t.channel_id, h.kind, t.external_id, t.name, t.language, t.state, t.reason, t.tag, t.body, t.params,
        t.preview_url, t.quality, t.price_uid::float8, t.price_phone::float8, t.daily_quota, t.quota_left, t.quota_from, t.described_at, t.read_at
      from templates t join channels h on h.workspace_id = t.workspace_id and h.id = t.channel_id
      where t.workspace_id = ${workspaceId} and h.kind <> 'website' and h.status <> 'disconnected' order by t.state <> 'approved', lower(t.name), t.id limit 1000`.execute(
        tx,
      )
    const accountRows = accounts.map(one => ({
      ...{ ...one, ...defaults },
      read_at: one.read_at?.toISOString() ?? null,
      replies_read_at: one.replies_read_at?.toISOString() ?? null,
    }))
    return { templates: rows, accounts: accountRows, reading: stale.length > 0 }
  })
}

async function readAccounts(tx: Tx, workspaceId: string, now: Date): Promise<Accounts[]> {
  const month = sql`date_trunc('month', ${now}::timestamptz at time zone w.time_zone) at time zone w.time_zone`
  const { rows } =
    await sql<Accounts>`select h.id as channel_id, h.kind, h.name, h.status in ('connected', 'paused') as connected,
      l.templates_why as why, l.account_read_at as read_at, l.plan, l.plan_until, l.verified, l.requests_per_minute as stated_pace,
      l.replies_left, l.replies_total, l.replies_read_at, (
        select jsonb_build_object('free', count(*) filter (where m.quota_type = 'reply'),
          'quota', count(*) filter (where m.quota_type not in ('reply', 'none')), 'billed', count(*) filter (where m.quota_type = 'none'))
        from messages m where m.workspace_id = h.workspace_id and m.channel_id = h.id and m.quota_type is not null
          and m.sent_at >= ${month}) as taken
    from channels h join workspaces w on w.id = h.workspace_id
    left join channel_limits l on l.workspace_id = h.workspace_id and l.channel_id = h.id
    where h.workspace_id = ${workspaceId} and h.kind = any (${kindsWithTemplates()}::text[]) and h.status <> 'disconnected' order by h.created_at`.execute(
      tx,
    )
  return rows
}

export async function askSync(platform: Platform, { workspaceId }: Caller): Promise<{ reading: number }> {
  return platform.db.asService(workspaceId, async tx => {
    const accounts = (await readAccounts(tx, workspaceId, platform.clock.now())).filter(one => one.connected)
    for (const { channel_id } of accounts) await syncLater(platform, tx, { workspace_id: workspaceId, channel_id })
    return { reading: accounts.length }
  })
}

/** @throws template.body_invalid, .made_elsewhere, .name_taken, .refused, .no_permission, request.not_found */
export async function makeTemplate(
  platform: Platform,
  caller: Caller,
  asked: z.output<typeof newTemplate>,
): Promise<{ name: string }> {
  const { workspaceId } = caller
  const channel = await platform.db.asService(workspaceId, tx => readChannel(tx, workspaceId, asked.channel_id))
  if (!channel || channel.status === 'disconnected') throw failure('request.not_found')
  const make = kindOf(channel.kind)?.templates?.make
  if (!make) throw failure('template.made_elsewhere')
  const body = storableText(asked.body)
  const places = placesIn(body)
  const isNumbered =
    places.every((place, at) => place === String(at + 1)) &&
    wrongPlaces(body.replaceAll(/\{\{\s*\d+\s*\}\}/g, '')).length === 0
  // Meta rejects text of placeholders only, or with one at the start or end.
  const hasWords = !/^\s*\{\{|\}\}\s*$/.test(body) && body !== ''
  if (!isNumbered || !hasWords) throw failure('template.body_invalid', { field: 'body' })
  if (asked.examples.length !== places.length) throw failure('template.body_invalid', { field: 'examples' })
  const name = nameOf(asked.name)
  if (name === '') throw failure('template.body_invalid', { field: 'name' })
  await make(platform, channel, { name, language: asked.language, body, examples: asked.examples.map(storableText) })
  await platform.db.asService(workspaceId, async tx => {
    await recordInAuditLog(platform, tx, caller, 'template.made', channel.id, { name })
    await syncLater(platform, tx, { workspace_id: workspaceId, channel_id: channel.id })
  })
  return { name }
}

function nameOf(typed: string): string {
  return fold(typed)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 100)
}
