import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { type hostedSlug, maxSlugs } from '#shared/contracts/channels/hosted-page.contract.ts'
import type { HostedPage } from '#shared/contracts/channels/hosted-page.results.ts'
import { isReservedSlug, maxSlugLength, readSlug, slugFor } from '#shared/rules/website/hosted-slug.ts'
import { makeHostedChannel } from './connect-website.ts'

const changes = { max: 10, windowMs: hours(24) }

export function getHostedPage(platform: Platform, { workspaceId }: Caller): Promise<HostedPage> {
  return platform.db.asService(workspaceId, tx => readHostedPage(platform, tx, workspaceId))
}

export async function readHostedPage(platform: Platform, tx: Tx, workspaceId: string): Promise<HostedPage> {
  const { rows } = await sql<{ slug: string; is_present: boolean; channel_id: string | null }>`
    select p.slug, p.is_present, c.id as channel_id from private.hosted_pages p
    left join channels c on c.workspace_id = p.workspace_id and c.hosted and c.status in ('connected', 'paused')
    where p.workspace_id = ${workspaceId} order by p.made_at, p.slug`.execute(tx)
  const present = rows.find(row => row.is_present)
  return {
    slug: present?.slug ?? null,
    address: present ? hostedAddress(platform, present.slug) : null,
    earlier: rows.filter(row => !row.is_present).map(row => row.slug),
    channel_id: present?.channel_id ?? null,
  }
}

export function hostedAddress({ config }: Platform, slug: string): string {
  return `${config.publicUrl}/c/${slug}`
}

/** Idempotent. */
export function openHostedPage(platform: Platform, caller: Caller): Promise<HostedPage> {
  return platform.db.asService(caller.workspaceId, tx => openHosted(platform, tx, caller))
}

export async function openHosted(platform: Platform, tx: Tx, caller: Caller): Promise<HostedPage> {
  const { workspaceId } = caller
  const page = await reserveHosted(platform, tx, workspaceId)
  if (page.channel_id) return page
  const { id, name } = await makeHostedChannel(platform, tx, workspaceId)
  await recordInAuditLog(platform, tx, caller, 'channel.connected', id, { kind: 'website', name, page: page.address })
  return { ...page, channel_id: id }
}

/** @throws request.not_found, server.busy if no free address was found. Returns the same page each time */
export async function reserveHosted(platform: Platform, tx: Tx, workspaceId: string): Promise<HostedPage> {
  const { rows } = await sql<{ name: string }>`select name from workspaces
    where id = ${workspaceId} and kind = 'shop' for no key update`.execute(tx)
  const name = rows[0]?.name
  if (name === undefined) throw failure('request.not_found')
  const page = await readHostedPage(platform, tx, workspaceId)
  if (page.slug) return page
  const preferred = slugFor(name, platform.config.BRAND_NAME)
  for (const slug of [
    preferred,
    `${preferred}-2`,
    `${preferred}-3`,
    ...Array.from({ length: 5 }, () => `${preferred}-${randomInt(1000, 9999)}`),
  ])
    if (await take(platform, tx, workspaceId, slug)) return readHostedPage(platform, tx, workspaceId)
  throw failure('server.busy')
}

/**
 * Old addresses redirect.
 * @throws channel.slug_invalid, channel.slug_taken, channel.slugs_reached
 */
export async function renameHostedPage(
  platform: Platform,
  caller: Caller,
  input: z.output<typeof hostedSlug>,
): Promise<HostedPage> {
  const { workspaceId } = caller
  const slug = readSlug(input.slug)
  if (slug === undefined) throw failure('channel.slug_invalid')
  if (isReservedSlug(slug, platform.config.BRAND_NAME)) throw failure('channel.slug_taken')
  // Otherwise trying addresses would reveal who our customers are.
  await limit(platform, `hosted slug:${workspaceId}`, changes)
  return platform.db.asService(workspaceId, async tx => {
    const before = await reserveHosted(platform, tx, workspaceId)
    if (before.slug === slug) return before
    if (!before.earlier.includes(slug) && before.earlier.length + 1 >= maxSlugs) throw failure('channel.slugs_reached')
    await sql`update private.hosted_pages set is_present = false where workspace_id = ${workspaceId}`.execute(tx)
    if (!(await take(platform, tx, workspaceId, slug))) throw failure('channel.slug_taken')
    await recordInAuditLog(platform, tx, caller, 'channel.page-renamed', before.channel_id ?? workspaceId, {
      before: before.slug,
      slug,
    })
    return readHostedPage(platform, tx, workspaceId)
  })
}

async function take(platform: Platform, tx: Tx, workspaceId: string, slug: string): Promise<boolean> {
  if (slug.length > maxSlugLength) return false
  const { rows } = await sql`insert into private.hosted_pages as p (slug, workspace_id, is_present, made_at)
    values (${slug}, ${workspaceId}, true, ${platform.clock.now()})
    on conflict (slug) do update set is_present = true where p.workspace_id = ${workspaceId} returning slug`.execute(tx)
  if (rows.length === 0) return false
  await sql`update channels set place = ${`/c/${slug}`} where workspace_id = ${workspaceId} and hosted`.execute(tx)
  return true
}
