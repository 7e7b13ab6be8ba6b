import type { pageViewsVi } from './page-views.vi.ts'

export const pageViewsEn: Record<keyof typeof pageViewsVi, string> = {
  byDay: 'Page views, last 30 days',
  pages: 'Most viewed pages',
  page: 'Page',
  day: 'Day',
  views: 'Views',
  sum: '30 days: {total} {total|view|views}; the 30 days before: {before}.',
  summary: '{total} {total|view|views} in 30 days, {before} in the 30 days before. Most on {day}: {max}.',
  none: 'No page was viewed in the last 30 days.',
  notFound: 'Addresses without a page',
  what: 'All that is counted is how often a page is opened each day: no cookies, no addresses, nothing about who looks. Search engines and previews are left out.',
  asTable: 'As a table',
  asChart: 'As a chart',
}
