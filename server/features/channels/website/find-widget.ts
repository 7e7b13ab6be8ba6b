import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { shopNameForCustomers } from '#shared/rules/text/shop-name.ts'
import type { Language } from '#shared/words.ts'
import { isRegistered } from '#shared/rules/website/website-domain.ts'
import { currentDomains } from './current-domains.ts'

export type Widget = {
  id: string
  workspaceId: string
  widget: string
  name: string
  domains: string[]
  house: boolean
  hosted: boolean
}

type Found = Omit<Widget, 'workspaceId' | 'widget'> & {
  workspace_id: string
  language: Language
  first_version: number
}

/** Finds the connected website channel of a widget id. @throws widget.not_found */
export async function findWidget(tx: Tx, widget: string): Promise<Widget> {
  const { rows } = await sql<Found>`
    select c.id, c.workspace_id, case when c.hosted then w.name else c.name end as name, c.hosted, w.language, w.first_version, w.kind = 'house' as house, array(
      select d.host from website_domains d where d.workspace_id = c.workspace_id and d.channel_id = c.id order by d.host) as domains
    from channels c join workspaces w on w.id = c.workspace_id
    where c.kind = 'website' and c.account_id = ${widget} and c.status in ('connected', 'paused') and w.deleted_at is null`.execute(
    tx,
  )
  const row = rows[0]
  if (!row) throw failure('widget.not_found')
  const { workspace_id: workspaceId, language, first_version, ...rest } = row
  // A website is called as its shop until somebody renames one of them.
  const name = shopNameForCustomers({ name: row.name, language, first_version })
  return { ...rest, name, workspaceId, widget }
}

const ticketPurpose = 'widget ticket'
const ticketLife = 5 * 60_000

/**
 * Valid for five minutes.
 * @throws widget.domain_not_registered
 */
export function makeTicket(platform: Platform, widget: Widget, origin: string): string {
  refuseForeignPage(platform, widget, origin)
  return platform.tokens.seal(ticketPurpose, { w: widget.widget, o: origin }, ticketLife)
}

export function widgetOfTicket(platform: Platform, ticket: string | null): string | undefined {
  const id = platform.tokens.unseal(ticketPurpose, ticket ?? '')?.['w']
  return typeof id === 'string' ? id : undefined
}

/** @throws widget.ticket_invalid when it is not ours, over, or for another widget; widget.domain_not_registered, also without one */
export function checkTicket(platform: Platform, widget: Widget, ticket: string | null): void {
  if (ticket === null) return refuseForeignPage(platform, widget, '')
  const fact = platform.tokens.unseal(ticketPurpose, ticket)
  if (fact?.['w'] !== widget.widget || typeof fact['o'] !== 'string') throw failure('widget.ticket_invalid')
  refuseForeignPage(platform, widget, fact['o'])
}

/** @throws widget.domain_not_registered, widget.no_domains */
export function refuseForeignPage(platform: Platform, widget: Widget, origin: string): void {
  if (isRegistered(origin, widget.hosted ? currentDomains(platform) : widget.domains)) return
  if (widget.hosted) throw failure('widget.domain_not_registered')
  throw failure(widget.domains.length === 0 ? 'widget.no_domains' : 'widget.domain_not_registered')
}
