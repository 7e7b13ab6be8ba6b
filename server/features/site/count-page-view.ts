import { sql } from 'kysely'
import { houseZone } from '#features/billing/invoices/issue-invoice.ts'
import { days } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { pageAt } from '#shared/addresses.ts'
import { localDate } from '#shared/rules/money/billing-period.ts'

const retention = days(400)
const elsewhere = '(not found)'

const programs =
  /bot\b|bot[/;)]|crawl|spider|slurp|preview|lighthouse|^curl|^wget|python|^go-http|^java\/|axios|facebookexternalhit/i

/** Counts the page, never the raw path, which may hold an id. Unknown paths count as one page. */
export async function countPageView(platform: Platform, path: string, agent: string): Promise<void> {
  if (agent === '' || programs.test(agent)) return
  const page = pageAt(path.replace(/[?#].*$/s, '')) ?? elsewhere
  const day = localDate(platform.clock.now(), houseZone)
  await platform.db.asHousekeeper(tx =>
    sql`insert into private.page_views (day, path, views) values (${day}::date, ${page}, 1)
      on conflict (day, path) do update set views = page_views.views + 1`.execute(tx),
  )
}

/** 13 months, for comparing a month with last year's. */
export async function forgetOldViews(platform: Platform): Promise<void> {
  const until = new Date(platform.clock.now().getTime() - retention).toISOString().slice(0, 10)
  await platform.db.asService(null, tx => sql`delete from private.page_views where day < ${until}::date`.execute(tx))
}
