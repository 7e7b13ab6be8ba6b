import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { days, hours } from '#platform/clock.ts'
import { programForTests } from '#tests/setup/program.ts'
import { forgetOldViews } from './count-page-view.ts'
import { readPageViews } from './read-page-views.ts'

const browser = 'Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile Safari/537.36'

describe('page views', () => {
  const program = programForTests()

  function viewPage(path: unknown, headers: Record<string, string> = {}, type = 'application/json') {
    const common = { 'user-agent': browser, origin: 'http://localhost:3000', 'content-type': type }
    return program.app.inject({
      method: 'POST',
      url: '/api/v1/page-views',
      headers: { ...common, ...headers },
      payload: JSON.stringify({ path }),
    })
  }
  async function counts() {
    const { rows } = await program.platform.db.asService(null, tx =>
      sql<{ day: string; path: string; views: number }>`select day::text, path, views::int from private.page_views
        order by day, path`.execute(tx),
    )
    return rows.map(row => `${row.day} ${row.path} ${row.views}`)
  }

  test('are counted by day and page, with nothing of who looked', async () => {
    for (const path of ['/', '/auth', '/auth?mode=forgot&email=a@gom.vn', '/auth/', '/en/auth', '/wp-admin.php'])
      assert.equal((await viewPage(path)).statusCode, 204)
    assert.equal((await viewPage('/dashboard/inbox/0193d3e2-0000-7000-8000-000000000001')).statusCode, 204)
    assert.equal(
      (await viewPage('/dashboard/inbox/0193d3e2-0000-7000-8000-000000000002', {}, 'text/plain')).statusCode,
      204,
    )
    program.platform.clock.advance(days(1))
    await viewPage('/')
    assert.deepEqual(await counts(), [
      '2026-11-20 (not found) 1',
      '2026-11-20 / 1',
      '2026-11-20 /auth 3',
      '2026-11-20 /dashboard/inbox/:conversationId 2',
      '2026-11-20 /en/auth 1',
      '2026-11-21 / 1',
    ])
  })

  test('of search engines, previews and prefetches are no looks; other sites send none', async () => {
    const before = await counts()
    for (const agent of [
      '',
      'Mozilla/5.0 (compatible; Googlebot/2.1)',
      'facebookexternalhit/1.1',
      'curl/8.1',
      'bingbot/2.0',
    ])
      assert.equal((await viewPage('/', { 'user-agent': agent })).statusCode, 204, agent)
    await viewPage('/', { 'sec-purpose': 'prefetch' })
    assert.equal((await viewPage('/', { origin: 'https://thief.example' })).statusCode, 403)
    assert.equal((await viewPage(7)).statusCode, 400)
    assert.deepEqual(await counts(), before)
  })

  test('are told to an operator by day and by page, and to nobody else', async () => {
    const views = await readPageViews(program.platform)
    assert.deepEqual([views.total, views.before, views.days.length], [9, 0, 30])
    assert.deepEqual(views.days.slice(-2), [
      { day: '2026-11-20', views: 8 },
      { day: '2026-11-21', views: 1 },
    ])
    assert.deepEqual(views.pages.slice(0, 2), [
      { path: '/auth', views: 3 },
      { path: '/', views: 2 },
    ])
    const answer = await program.app.inject({ url: '/api/v1/operator/page-views' })
    assert.equal(answer.statusCode, 401)
  })

  test('belong to the day of Viet Nam, and to the thirty days before in their turn', async () => {
    program.platform.clock.advance(days(30) + hours(15))
    await viewPage('/pricing')
    const views = await readPageViews(program.platform)
    assert.deepEqual(views.days.at(-1), { day: '2026-12-22', views: 1 })
    assert.deepEqual([views.total, views.before], [1, 9])
  })

  test('are kept for 400 days', async () => {
    await forgetOldViews(program.platform)
    assert.equal((await counts()).length, 7)
    program.platform.clock.advance(days(400))
    await forgetOldViews(program.platform)
    assert.equal((await counts()).length, 1)
  })
})
