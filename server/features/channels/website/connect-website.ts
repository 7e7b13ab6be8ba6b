import type { websiteBody, domainsBody } from '#shared/contracts/channels/channels.api.ts'
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { reserveOrRefuse } from '#features/usage/reserve.ts'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { readDomain } from '#shared/rules/website/website-domain.ts'

export type WebsiteChannel = {
  id: string
  kind: 'website'
  account_id: string
  name: string
  status: 'connected'
  domains: string[]
  snippet: string
}

/** Counts as one connection. */
export async function connectWebsite(
  platform: Platform,
  caller: Caller,
  input: z.output<typeof websiteBody>,
): Promise<WebsiteChannel> {
  const domains = readDomains(input.domains)
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const made = await makeWebsite(platform, tx, workspaceId, { ...input, domains })
    const { id, account_id: widget, name } = made
    await recordInAuditLog(platform, tx, caller, 'channel.connected', id, { kind: 'website', name, domains })
    const snippet = snippetOf(platform, widget, caller.language)
    return { id, kind: 'website', account_id: widget, name, status: 'connected', domains, snippet }
  })
}

/** One per shop, on no other page, and not counted as a connection: every shop should have a place where customers can write. */
export async function makeHostedChannel(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
): Promise<{ id: string; name: string }> {
  return insertWebsite(platform, tx, workspaceId, { hosted: true })
}

export async function makeWebsite(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  input: { name?: string | undefined; domains: string[] },
): Promise<{ id: string; account_id: string; name: string }> {
  await reserveOrRefuse(platform, tx, workspaceId, 'connections')
  const made = await insertWebsite(platform, tx, workspaceId, { name: input.name })
  await saveDomains(platform, tx, workspaceId, made.id, input.domains)
  return made
}

async function insertWebsite(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  { name: chosen, hosted = false }: { name?: string | undefined; hosted?: boolean },
): Promise<{ id: string; account_id: string; name: string }> {
  const id = newId()
  const widget = `wgt_${randomWord(20)}`
  const { rows } = await sql<{ name: string }>`
    insert into channels (id, workspace_id, kind, account_id, name, status, hosted, place, created_at)
    select ${id}, ${workspaceId}, 'website', ${widget}, coalesce(${chosen ?? null}, name), 'connected', ${hosted},
      (select '/c/' || slug from private.hosted_pages where ${hosted} and workspace_id = ${workspaceId} and is_present), ${platform.clock.now()}
    from workspaces where id = ${workspaceId}
    returning name`.execute(tx)
  const name = rows[0]?.name
  if (name === undefined) throw failure('request.not_found')
  await platform.jobs.emit(tx, 'channel.connected', { workspace_id: workspaceId, channel_id: id, kind: 'website' })
  return { id, account_id: widget, name }
}

/** @throws channel.domain_invalid, request.not_found. An empty list shows the widget nowhere */
export async function setDomains(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof domainsBody>,
): Promise<{ id: string; domains: string[] }> {
  const domains = readDomains(input.domains)
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql`select 1 from channels where workspace_id = ${workspaceId} and id = ${input.id}
      and kind = 'website' and not hosted and status <> 'disconnected' for no key update`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    const before = await sql<{ host: string }>`select host from website_domains
      where workspace_id = ${workspaceId} and channel_id = ${input.id} order by host`.execute(tx)
    await saveDomains(platform, tx, workspaceId, input.id, domains)
    const meta = { before: before.rows.map(row => row.host), domains }
    await recordInAuditLog(platform, tx, caller, 'channel.domains-changed', input.id, meta)
    return { id: input.id, domains }
  })
}

export async function saveDomains(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  channelId: string,
  domains: string[],
): Promise<void> {
  await sql`delete from website_domains where workspace_id = ${workspaceId} and channel_id = ${channelId}
    and not (host = any (${domains}::text[]))`.execute(tx)
  for (const host of domains) {
    await sql`insert into website_domains (id, workspace_id, channel_id, host, created_at)
      values (${newId()}, ${workspaceId}, ${channelId}, ${host}, ${platform.clock.now()}) on conflict do nothing`.execute(
      tx,
    )
  }
  await sql`update channels set place = d.host from (select (select host from website_domains
      where workspace_id = ${workspaceId} and channel_id = ${channelId} order by host ~ '^(\\*|localhost)', created_at, host limit 1) as host) d
    where workspace_id = ${workspaceId} and id = ${channelId} and place is distinct from d.host`.execute(tx)
}

/** @throws channel.domain_invalid naming what was typed */
function readDomains(typed: string[]): string[] {
  const hosts = typed.map(one => {
    const host = readDomain(one)
    if (host === null) throw failure('channel.domain_invalid', { domain: one.slice(0, 200) })
    return host
  })
  return [...new Set(hosts)].sort()
}

export function snippetOf(platform: Platform, widget: string, locale: string): string {
  return `<script async src="${platform.config.publicUrl}/widget/v1/loader.js" data-widget="${widget}" data-locale="${locale}"></script>`
}

function randomWord(length: number): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}
