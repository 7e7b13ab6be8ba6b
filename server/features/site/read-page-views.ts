import { sql } from 'kysely'
import { houseZone } from '#features/billing/invoices/issue-invoice.ts'
import type { Platform } from '#platform/platform.ts'
import type { DeskPageViews } from '#shared/contracts/operator.results.ts'
import { localDate } from '#shared/rules/money/billing-period.ts'
import { addDays } from '#shared/rules/time/calendar-days.ts'

const daysShown = 30
const maxPages = 50

export async function readPageViews(platform: Platform): Promise<DeskPageViews> {
  const to = localDate(platform.clock.now(), houseZone)
  const from = addDays(to, 1 - daysShown)
  const [rows, [earlier]] = await Promise.all([
    platform.db.readAsService<{ day: string; path: string; views: number }>(sql`select day::text, path, views::int
      from private.page_views where day between ${from}::date and ${to}::date`),
    platform.db.readAsService<{ views: number }>(sql`select coalesce(sum(views), 0)::int as views
      from private.page_views where day between ${addDays(from, -daysShown)}::date and ${addDays(from, -1)}::date`),
  ])
  const of = (chosen: typeof rows) => chosen.reduce((sum, { views }) => sum + views, 0)
  const days = Array.from({ length: daysShown }, (_, at) => addDays(from, at))
  const pages = [...new Set(rows.map(({ path }) => path))]
    .map(path => ({ path, views: of(rows.filter(row => row.path === path)) }))
    .toSorted((a, b) => b.views - a.views || a.path.localeCompare(b.path))
    .slice(0, maxPages)
  return {
    total: of(rows),
    before: earlier?.views ?? 0,
    days: days.map(day => ({ day, views: of(rows.filter(row => row.day === day)) })),
    pages,
  }
}
