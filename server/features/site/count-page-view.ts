import { sql } from 'kysely'
import { houseZone } from '#features/billing/invoices/issue-invoice.ts'
import { days } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { pageAt } from '#shared/addresses.ts'
import { localDate } from '#shared/rules/money/billing-period.ts'

const retention = days(400)
const elsewhere = '(not found)'

/** Programs that say what they are: search engines, previews of links, tools. */
const programs =
  /bot\b|bot[/;)]|crawl|spider|slurp|preview|lighthouse|^curl|^wget|python|^go-http|^java\/|axios|facebookexternalhit/i

/**
 * One more look at a page on this day, as the house counts its days. What is counted is the page, never the address as it stands: an id in a path is
 * somebody's. Addresses that are no page count as one.
 */
export async function countPageView(platform: Platform, path: string, agent: string): Promise<void> {
  if (agent === '' || programs.test(agent)) return
  const page = pageAt(path.replace(/[?#].*$/s, '')) ?? elsewhere
  const day = localDate(platform.clock.now(), houseZone)
  await platform.db.asHousekeeper(tx =>
    sql`insert into private.page_views (day, path, views) values (${day}::date, ${page}, 1)
      on conflict (day, path) do update set views = page_views.views + 1`.execute(tx),
  )
}

/** Counts are kept for a year and a month, so that a month can be held against the one a year before. */
export async function forgetOldViews(platform: Platform): Promise<void> {
  const until = new Date(platform.clock.now().getTime() - retention).toISOString().slice(0, 10)
  await platform.db.asService(null, tx => sql`delete from private.page_views where day < ${until}::date`.execute(tx))
}
