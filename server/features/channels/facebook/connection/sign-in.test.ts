import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { minutes } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { OfferedPages, PickedPages } from '#shared/contracts/channels/facebook.contract.ts'
import {
  allowConnections,
  lan,
  type MessengerDriver,
  messengerDriver,
  mutePageId,
  otherPageId,
  pageId,
} from '#tests/drivers/messenger-driver.ts'
import { makeMember, makeOwner } from '#tests/fixtures/shop-owner.ts'

const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code?: string } }).error?.code
const pickIn = (url: URL) => url.searchParams.get('facebook') ?? ''

async function channelsOf({ platform, owner }: MessengerDriver) {
  const { rows } = await platform.db.asService(owner.workspaceId, tx =>
    sql<{ id: string; account_id: string; status: string; status_reason: string | null }>`
      select id, account_id, status, status_reason from channels where workspace_id = ${owner.workspaceId} and kind = 'facebook'
      order by account_id`.execute(tx),
  )
  return rows
}

async function everything({ platform }: MessengerDriver): Promise<string> {
  const { rows: tables } = await platform.db.asService(null, tx =>
    sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'private', 'realtime')`.execute(tx),
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ all: string | null }>`select string_agg(t::text, ' ') as all from ${sql.raw(name)} t`.execute(tx),
    )
    texts.push(rows[0]?.all ?? '')
  }
  return texts.join('\n')
}

test('two clicks: the dialog, then the pages, all of them, greyed with the reason', async t => {
  const desk = await messengerDriver(t)
  const landed = await desk.signIn()
  assert.equal(landed.origin + landed.pathname, 'http://localhost:3000/dashboard/connect')
  const { body } = await desk.api('GET', `/channels/facebook/pages?pick=${pickIn(landed)}`)
  const offered = body as OfferedPages
  assert.deepEqual(
    offered.pages.map(({ id, can_connect: can, reason }) => [id, can, reason]),
    [
      [pageId, true, null],
      [otherPageId, true, null],
      [mutePageId, false, 'no_messaging_task'],
    ],
  )
  assert.deepEqual(offered.missing_permissions, [])
  const chosen = { pick: pickIn(landed), page_ids: [pageId] }
  const connected = (await desk.api('POST', '/channels/facebook/pages', chosen)).body as PickedPages
  assert.deepEqual([connected.connected.length, connected.failed], [1, []])
  assert.equal((await channelsOf(desk))[0]?.status, 'connected')
  assert.ok(desk.simulator.world.pages.get(pageId)?.subscribed?.includes('message_echoes'))
  const again = (await desk.api('GET', `/channels/facebook/pages?pick=${pickIn(landed)}`)).body as OfferedPages
  assert.equal(again.pages[0]?.reason, 'connected_here')
})

test('the page’s token has no end, and the exchange comes before the list of pages', async t => {
  const desk = await messengerDriver(t)
  await desk.connect()
  const paths = desk.simulator.calls.map(({ path, query }) => query['grant_type'] ?? path.replace('/v25.0/', ''))
  assert.ok(paths.indexOf('fb_exchange_token') < paths.indexOf('me/accounts'))
  const used = desk.simulator.calls.findLast(({ path }) => path.endsWith('/subscribed_apps'))
  const token = desk.simulator.world.tokens.get((used?.headers['authorization'] ?? '').replace('Bearer ', ''))
  assert.deepEqual([token?.kind, token?.expiresAt], ['page', undefined])
  for (const { query, headers, path } of desk.simulator.calls) {
    if (headers['authorization']) assert.match(query['appsecret_proof'] ?? '', /^[0-9a-f]{64}$/, path)
  }
})

test('who cancels lands on the screen with a word for it, and nothing is connected', async t => {
  const desk = await messengerDriver(t)
  const landed = await desk.signIn('auto=cancel')
  assert.equal(landed.searchParams.get('facebook_error'), 'cancelled')
  assert.deepEqual(await channelsOf(desk), [])
})

test('without an app of Facebook there is no dialog', async t => {
  const desk = await messengerDriver(t, { settings: { FACEBOOK_APP_ID: '', FACEBOOK_APP_SECRET: '' } })
  assert.equal(codeOf(await desk.api('POST', '/channels/facebook/start', {})), 'facebook.not_configured')
})

test('a way back works once, for ten minutes, and only with our word', async t => {
  const desk = await messengerDriver(t)
  const start = async () => ((await desk.api('POST', '/channels/facebook/start', {})).body as { url: string }).url
  const goBack = async (url: string) =>
    new URL(String((await desk.app.inject({ method: 'GET', url, headers: { cookie: desk.cookie } })).headers.location))
      .searchParams
  const allow = async (url: string) => {
    const answer = await fetch(`${url}&auto=allow`, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '')
    return back.pathname + back.search
  }
  const back = await allow(await start())
  assert.ok((await goBack(back)).get('facebook'))
  assert.equal((await goBack(back)).get('facebook_error'), 'expired', 'replayed')
  const foreign = (await allow(await start())).replace(/state=[^&]+/, 'state=of-somebody-else')
  assert.equal((await goBack(foreign)).get('facebook_error'), 'expired')
  assert.equal((await goBack('/api/v1/channels/facebook/callback?code=x')).get('facebook_error'), 'expired')
  assert.equal(
    (await goBack('/api/v1/channels/facebook/callback?state=a&state=b&code=x')).get('facebook_error'),
    'expired',
  )
  const late = await allow(await start())
  desk.platform.clock.advance(minutes(10))
  assert.equal((await goBack(late)).get('facebook_error'), 'expired')
  assert.equal(
    (await goBack(await allow(await start()).then(url => url.replace(/code=[^&]+/, 'code=stolen')))).get(
      'facebook_error',
    ),
    'failed',
  )
})

test('what one person allowed, another cannot use: not in another workspace, not in the same, not without rights', async t => {
  const desk = await messengerDriver(t)
  const pick = pickIn(await desk.signIn())
  const stranger = await makeOwner(desk.platform)
  const member = await makeMember(desk.platform, desk.owner)
  const chosen = { pick, page_ids: [pageId] }
  const list = `/channels/facebook/pages?pick=${pick}`
  assert.equal(codeOf(await desk.api('GET', list, undefined, stranger)), 'facebook.pick_over')
  assert.equal(codeOf(await desk.api('POST', '/channels/facebook/pages', chosen, stranger)), 'facebook.pick_over')
  assert.equal(codeOf(await desk.api('GET', list, undefined, member)), 'auth.admin_needed')
  assert.equal(codeOf(await desk.api('POST', '/channels/facebook/start', {}, member)), 'auth.admin_needed')
  await desk.platform.db.asService(desk.owner.workspaceId, tx =>
    sql`update members set role = 'admin' where person_id = ${member.personId}`.execute(tx),
  )
  assert.equal(codeOf(await desk.api('GET', list, undefined, member)), 'facebook.pick_over')
  desk.platform.clock.advance(minutes(30))
  assert.equal(codeOf(await desk.api('GET', list)), 'facebook.pick_over')
})

test('a page that Facebook does not subscribe is not connected, and takes no place', async t => {
  const desk = await messengerDriver(t)
  await allowConnections(desk.platform, desk.owner.workspaceId, 2)
  const pick = pickIn(await desk.signIn())
  const choose = () => desk.api('POST', '/channels/facebook/pages', { pick, page_ids: [pageId] })
  await desk.control('faults', { match: { path: '/subscribed_apps' }, times: 2, action: 'permission_lost' })
  const refused = await choose()
  assert.equal(codeOf(refused), 'facebook.subscribe_failed')
  assert.equal((await channelsOf(desk))[0]?.status, 'disconnected')
  assert.equal((await choose()).status, 502)
  assert.equal((await choose()).status, 200, 'the third time it does')
})

test('pages count as connections, belong to one workspace, and are told apart where some fail', async t => {
  const desk = await messengerDriver(t)
  await desk.connect(pageId)
  const stranger = await makeOwner(desk.platform)
  await allowConnections(desk.platform, stranger.workspaceId, 0)
  const pick = pickIn(await desk.signIn('auto=allow', stranger))
  const offered = (await desk.api('GET', `/channels/facebook/pages?pick=${pick}`, undefined, stranger))
    .body as OfferedPages
  assert.equal(offered.pages[0]?.reason, 'connected_elsewhere')
  const choose = (...pages: string[]) =>
    desk.api('POST', '/channels/facebook/pages', { pick, page_ids: pages }, stranger)
  assert.equal(codeOf(await choose(pageId)), 'channel.taken')
  assert.equal(codeOf(await choose(mutePageId)), 'facebook.page_not_offered')
  assert.equal(codeOf(await choose('1')), 'facebook.page_not_offered')
  assert.equal(codeOf(await choose(otherPageId)), 'usage.connections_reached')
  await allowConnections(desk.platform, stranger.workspaceId, 1)
  const mixed = (await choose(pageId, otherPageId)).body as PickedPages
  assert.deepEqual(
    [mixed.connected.map(one => one.page_id), mixed.failed.map(one => one.code)],
    [[otherPageId], ['channel.taken']],
  )
})

test('without a business permission the owner learns why pages are missing', async t => {
  const desk = await messengerDriver(t)
  await desk.control('load', { people: [{ id: '7001', name: 'Hà', pages: [pageId, otherPageId] }] })
  const { url } = (await desk.api('POST', '/channels/facebook/start', {})).body as { url: string }
  const fewer = url.replace('%2Cbusiness_management', '')
  const allowed = await fetch(`${fewer}&auto=allow`, { redirect: 'manual' })
  const back = new URL(allowed.headers.get('location') ?? '')
  const landed = await desk.app.inject({
    method: 'GET',
    url: back.pathname + back.search,
    headers: { cookie: desk.cookie },
  })
  const pick = pickIn(new URL(String(landed.headers.location)))
  const offered = (await desk.api('GET', `/channels/facebook/pages?pick=${pick}`)).body as OfferedPages
  assert.deepEqual(
    offered.pages.map(({ id }) => id),
    [pageId],
  )
  assert.deepEqual(offered.missing_permissions, ['business_management'])
})

test('no token and no secret ever stands in a row, an answer, or the log', async t => {
  const written: string[] = []
  const note = (fields: object, message: string): void => void written.push(JSON.stringify(fields, errorsToo) + message)
  const log: Log = { debug: note, info: note, warn: note, error: note }
  const desk = await messengerDriver(t, { log })
  const id = await desk.connect()
  const answers = [
    await desk.api('GET', `/channels/facebook/pages?pick=${pickIn(await desk.signIn())}`),
    await desk.api('POST', `/channels/facebook/pages`, { pick: pickIn(await desk.signIn()), page_ids: [otherPageId] }),
  ]
  await desk.control('faults', { match: { path: '/oauth/access_token' }, action: 'token_expired' })
  await desk.signIn()
  await desk.control('user-message', { page: pageId, user: lan, text: 'Chào' })
  await desk.api('POST', `/channels/${id}/repair`)
  const all = [await everything(desk), JSON.stringify(answers), ...written].join('\n')
  assert.ok(all.length > 5000)
  const { tokens, app } = desk.simulator.world
  for (const secret of [...tokens.keys(), app.secret]) assert.ok(!all.includes(secret), secret)
})

function errorsToo(_name: string, value: unknown): unknown {
  return value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value
}

test('who takes the app’s rights back, or wants to be forgotten, is: signed by Meta alone', async t => {
  const desk = await messengerDriver(t)
  await desk.connect()
  const address = await desk.app.listen({ port: 0, host: '127.0.0.1' })
  const hooks = {
    deauthorizeUrl: `${address}/hooks/facebook/deauthorize`,
    dataDeletionUrl: `${address}/hooks/facebook/data-deletion`,
  }
  await desk.control('load', { app: hooks })
  const forge = (path: string, body: string) =>
    fetch(`${address}/hooks/facebook/${path}`, { method: 'POST', body: new URLSearchParams({ signed_request: body }) })
  for (const path of ['deauthorize', 'data-deletion'])
    assert.equal((await forge(path, 'x.eyJ1c2VyX2lkIjoiNzAwMSJ9')).status, 401)
  assert.equal((await channelsOf(desk))[0]?.status, 'connected')

  const deleted = await desk.control('data-deletion', { person: '7001' })
  const { url, confirmation_code: code } = deleted['answer'] as { url: string; confirmation_code: string }
  assert.equal(deleted['status'], 200)
  assert.match(url, new RegExp(`^http://localhost:3000/hooks/facebook/data-deletion/${code}$`))
  const page = await fetch(`${address}${new URL(url).pathname}`)
  assert.match(page.headers.get('content-type') ?? '', /text\/html/)
  assert.match(await page.text(), new RegExp(`Dữ liệu của bạn đã được xoá.*Your data has been deleted.*${code}`, 's'))
  assert.equal((await fetch(`${address}/hooks/facebook/data-deletion/000000000000000000000000`)).status, 404)
  const [channel] = await channelsOf(desk)
  assert.deepEqual([channel?.status, channel?.status_reason], ['needs_reconnect', 'facebook.app_removed'])
  const { rows } = await desk.platform.db.asService(desk.owner.workspaceId, tx =>
    sql`select 1 from private.secrets where owner = ${`channel ${channel?.id}`}`.execute(tx),
  )
  assert.equal(rows.length, 0)

  assert.equal(await desk.connect(), channel?.id, 'connected again in place')
  assert.equal((await desk.control('revoke', { app: true, person: '7001' }))['status'], 200)
  assert.equal((await channelsOf(desk))[0]?.status, 'needs_reconnect')
})

test('disconnected: no more events, no token, the place is free, the history stays and comes back with the page', async t => {
  const desk = await messengerDriver(t)
  const id = await desk.connect()
  await desk.control('user-message', { page: pageId, user: lan, text: 'Chào' })
  assert.equal((await desk.api('POST', `/channels/${id}/disconnect`)).status, 200)
  assert.equal(desk.simulator.world.pages.get(pageId)?.subscribed, undefined)
  const { rows } = await desk.platform.db.asService(desk.owner.workspaceId, tx =>
    sql<{
      used: number
      secrets: number
    }>`select used, (select count(*)::int from private.secrets where owner = ${`channel ${id}`}) as secrets
      from usage_counters where workspace_id = ${desk.owner.workspaceId} and metric = 'connections'`.execute(tx),
  )
  assert.deepEqual([rows[0]?.used, rows[0]?.secrets], [0, 0])
  assert.equal(await desk.connect(), id)
  assert.ok(desk.simulator.world.pages.get(pageId)?.subscribed)
})
