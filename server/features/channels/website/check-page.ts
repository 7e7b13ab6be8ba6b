import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { seconds } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { OutsideError } from '#platform/outside/outside-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { pageToCheck } from '#shared/contracts/channels/page-check.contract.ts'
import type { PageCheck } from '#shared/contracts/channels/page-check.results.ts'
import { isRegistered } from '#shared/rules/website/website-domain.ts'
import { readPageCode } from './read-page-code.ts'

const maxPageLength = 2 * 1024 * 1024
const maxWait = seconds(12)

type Website = { account_id: string; domains: string[] }

/** Fetches only pages of the channel's own domains, through the guarded client; stores nothing. */
export async function checkPage(
  platform: Platform,
  { workspaceId }: Caller,
  { id, url }: { id: string } & z.output<typeof pageToCheck>,
): Promise<PageCheck> {
  const { account_id: widget, domains } = await readWebsite(platform, workspaceId, id)
  const first = domains.find(domain => !domain.startsWith('*.')) ?? domains[0]?.slice(2)
  const wanted = url || first
  if (!wanted) return { finding: 'no_domain', url: null, detail: null }
  const tries = /^https?:\/\//i.test(wanted) ? [wanted] : [`https://${wanted}`, `http://${wanted}`]
  for (const address of tries) {
    const found = await checkAddress(platform, address, widget, domains)
    if (found.finding !== 'unreachable' || address === tries.at(-1)) return found
  }
  return { finding: 'unreachable', url: tries[0] ?? null, detail: null }
}

async function checkAddress(platform: Platform, url: string, widget: string, domains: string[]): Promise<PageCheck> {
  if (!URL.canParse(url)) return { finding: 'unreachable', url, detail: null }
  if (!isRegistered(new URL(url).origin, domains)) return { finding: 'wrong_domain', url, detail: new URL(url).host }
  try {
    const page = await platform.outside.fetch({
      url,
      headers: { accept: 'text/html' },
      types: ['text/html', 'application/xhtml+xml'],
      maxBytes: maxPageLength,
      timeoutMs: maxWait,
    })
    const { host, origin } = new URL(page.url)
    if (!isRegistered(origin, domains)) return { finding: 'wrong_domain', url: page.url, detail: host }
    if (page.status >= 400) return { finding: 'refused', url: page.url, detail: String(page.status) }
    const policy = page.headers['content-security-policy']
    const server = new URL(platform.config.publicUrl).origin
    const found = readPageCode(
      { body: page.body.toString('utf8'), policies: policy ? [policy] : [] },
      { server, widget },
    )
    return { ...found, url: page.url }
  } catch (error) {
    if (error instanceof OutsideError) return { finding: 'unreachable', url, detail: null }
    throw error
  }
}

/** @throws request.not_found */
async function readWebsite(platform: Platform, workspaceId: string, id: string): Promise<Website> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<Website>`select c.account_id, array(select d.host from website_domains d
        where d.workspace_id = c.workspace_id and d.channel_id = c.id order by d.created_at, d.host) as domains
      from channels c where c.workspace_id = ${workspaceId} and c.id = ${id} and c.kind = 'website' and c.status <> 'disconnected'`.execute(
      tx,
    ),
  )
  const [found] = rows
  if (!found) throw failure('request.not_found')
  return found
}
