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
  what: 'All that’s counted is how often each page is opened per day: no cookies, no addresses, nothing about who is looking. Search engines and previews are left out.',
  asTable: 'As a table',
  asChart: 'As a chart',
}
