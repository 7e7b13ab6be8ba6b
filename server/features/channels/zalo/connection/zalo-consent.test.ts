import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { allowConnections, browserCookie, oa, startZaloDriver, type ZaloDriver } from '#tests/drivers/zalo-driver.ts'
import { readChannel } from '../../channel-row.ts'
import { callZalo } from '../call-zalo.ts'

const browser = browserCookie()

type Shop = ZaloDriver & { owner: Owner }

async function shop(t: TestContext, settings: Record<string, string> = {}): Promise<Shop> {
  const desk = await startZaloDriver(t, settings)
  const owner = await makeOwner(desk.platform)
  await allowConnections(desk.platform, owner.workspaceId, 2)
  return { ...desk, owner }
}

async function start(desk: ZaloDriver, owner: Owner, body: object = {}) {
  const answer = await fetch(`${desk.url}/api/v1/channels/zalo/start`, {
    method: 'POST',
    headers: { ...owner.headers, cookie: browser, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const result = (await answer.json()) as { url: string; error?: { code: string } }
  const set = answer.headers.getSetCookie().find(one => one.startsWith('sen-zalo-consent')) ?? null
  return { status: answer.status, url: result.url, code: result.error?.code, cookie: set?.split(';')[0] ?? '', set }
}

async function consent(
  desk: ZaloDriver,
  url: string,
  choice: Record<string, string> = { auto: 'allow' },
): Promise<URL> {
  const asked = new URL(url)
  for (const [name, value] of Object.entries(choice)) asked.searchParams.set(name, value)
  const answer = await fetch(asked, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  assert.equal(back.origin + back.pathname, 'http://localhost:3000/api/v1/channels/zalo/callback')
  return new URL(back.pathname + back.search, desk.url)
}

async function returnFromConsent(url: URL, cookie = '') {
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: { cookie: cookie ? `${browser}; ${cookie}` : browser },
  })
  assert.equal(answer.status, 303)
  const led = new URL(answer.headers.get('location') ?? '')
  assert.equal(led.pathname, '/dashboard/connect')
  return { error: led.searchParams.get('zalo_error'), connected: led.searchParams.get('zalo') }
}

async function channels({ platform }: ZaloDriver) {
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ id: string; workspace_id: string; account_id: string; name: string; status: string }>`
      select id, workspace_id, account_id, name, status from channels where kind = 'zalo' order by created_at`.execute(
      tx,
    ),
  )
  return rows
}

const used = async ({ platform, owner }: Shop) => {
  const { rows } = await platform.db.asService(null, tx =>
    sql<{
      used: number
    }>`select used from usage_counters where workspace_id = ${owner.workspaceId} and metric = 'connections'`.execute(
      tx,
    ),
  )
  return rows[0]?.used
}

test('two clicks: an admin is led to Zalo, consents, and the account is connected and counted', async t => {
  const desk = await shop(t)
  const { url, set } = await start(desk, desk.owner)
  assert.match(
    set ?? '',
    /^sen-zalo-consent=[\w.-]+; Path=\/api\/v1\/channels\/zalo\/callback; Max-Age=600; HttpOnly; SameSite=Lax$/,
  )
  const back = await returnFromConsent(await consent(desk, url))
  const [channel, ...more] = await channels(desk)
  assert.equal(more.length, 0)
  assert.deepEqual([back.connected, back.error], [channel?.id, null])
  assert.deepEqual(
    [channel?.workspace_id, channel?.account_id, channel?.name, channel?.status],
    [desk.owner.workspaceId, oa, 'Mỹ phẩm Hạ An', 'connected'],
  )
  assert.equal(await used(desk), 1)
})

test('no token stands readable in any row', async t => {
  const desk = await shop(t)
  await returnFromConsent(await consent(desk, (await start(desk, desk.owner)).url))
  const tokens = desk.zalo.world.tokens.flatMap(one => [one.access_token, one.refresh_token])
  assert.ok(tokens.length > 0)
  const { rows: tables } = await desk.platform.db.asService(null, tx =>
    sql<{
      name: string
    }>`select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'private', 'realtime')`.execute(
      tx,
    ),
  )
  for (const { name } of tables) {
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(tx),
    )
    for (const { row } of rows) for (const token of tokens) assert.ok(!row.includes(token), name)
  }
})

test('members and strangers cannot begin; without an app nobody can', async t => {
  const desk = await shop(t)
  const member = await makeMember(desk.platform, desk.owner)
  const asMember = { ...member, headers: { ...member.headers, 'x-workspace': desk.owner.workspaceId } }
  assert.equal((await start(desk, asMember)).code, 'auth.admin_needed')
  assert.equal((await start(desk, { ...desk.owner, headers: { authorization: '' } })).status, 401)
  const bare = await shop(t, { ZALO_APP_ID: '', ZALO_APP_SECRET: '', ZALO_OA_SECRET_KEY: '' })
  assert.equal((await start(bare, bare.owner)).code, 'zalo.not_configured')
})

test('a state works once, for ten minutes, and only ours', async t => {
  const desk = await shop(t)
  const { url } = await start(desk, desk.owner)
  const back = await consent(desk, url)
  const none = new URL(back)
  none.searchParams.delete('state')
  assert.equal((await returnFromConsent(none)).error, 'zalo.consent_over')
  const forged = new URL(back)
  forged.searchParams.set('state', 'x'.repeat(43))
  assert.equal((await returnFromConsent(forged)).error, 'zalo.consent_over')
  const doubled = new URL(back)
  doubled.searchParams.append('state', 'x'.repeat(43))
  assert.equal((await returnFromConsent(doubled)).error, 'zalo.consent_over')
  assert.equal((await fetch(back, { method: 'HEAD', redirect: 'manual' })).status, 404)
  const both = await Promise.all([returnFromConsent(back), returnFromConsent(back)])
  assert.equal(both.filter(one => one.connected).length, 1)
  assert.equal((await returnFromConsent(back)).error, 'zalo.consent_over')
  const late = await consent(desk, (await start(desk, desk.owner)).url)
  await desk.pass(600_001)
  assert.equal((await returnFromConsent(late)).error, 'zalo.consent_over')
})

test('a Zalo that keeps the state to itself is helped by our cookie, and by nobody else’s', async t => {
  const desk = await shop(t)
  await desk.sim('load', { app: { echoes_state: false } })
  const { url, cookie } = await start(desk, desk.owner)
  const back = await consent(desk, url)
  assert.equal(back.searchParams.has('state'), false)
  assert.equal((await returnFromConsent(back)).error, 'zalo.consent_over')
  const [name, value = ''] = cookie.split('=')
  assert.equal((await returnFromConsent(back, `${name}=${value.slice(0, -2)}xx`)).error, 'zalo.consent_over')
  assert.ok((await returnFromConsent(back, `other=1; ${cookie}`)).connected)
})

test('the state may stand in the return address too', async t => {
  const desk = await shop(t)
  const { url } = await start(desk, desk.owner)
  const back = await consent(desk, url)
  back.searchParams.append('state', back.searchParams.get('state') ?? '')
  assert.ok((await returnFromConsent(back)).connected)
})

for (const pkce of ['per_request', 'static', 'none'] as const) {
  test(`the code is proven as the console wants it: ${pkce}`, async t => {
    const desk = await shop(t, { ZALO_PKCE_MODE: pkce })
    const first = new URL((await start(desk, desk.owner)).url).searchParams.get('code_challenge')
    const { url } = await start(desk, desk.owner)
    const challenge = new URL(url).searchParams.get('code_challenge')
    assert.equal(challenge === null, pkce === 'none')
    if (pkce !== 'none') assert.equal(challenge === first, pkce === 'static')
    await desk.sim('load', { app: { pkce, code_challenge: challenge ?? '' } })
    assert.ok((await returnFromConsent(await consent(desk, url))).connected)
  })
}

test('what Zalo’s dialog refuses is told: no consent, a wrong app, a wrong return address', async t => {
  const desk = await shop(t)
  const begin = async () => (await start(desk, desk.owner)).url
  assert.equal(
    (await returnFromConsent(await consent(desk, await begin(), { auto: 'cancel' }))).error,
    'zalo.consent_refused',
  )
  for (const [error, code] of [
    ['-14002', 'zalo.wrong_app'],
    ['-14003', 'zalo.wrong_return_address'],
  ] as const) {
    const back = await consent(desk, await begin(), { auto: 'cancel' })
    back.searchParams.set('error', error)
    assert.equal((await returnFromConsent(back)).error, code)
  }
  await desk.sim('load', { app: { numbers_token_errors: true, app_id: '1' } })
  desk.zalo.world.app.app_id = '3820000000000000111'
  const back = await consent(desk, await begin())
  desk.zalo.world.app.app_id = '1'
  assert.equal((await returnFromConsent(back)).error, 'zalo.wrong_app')
  desk.zalo.world.app.app_id = '3820000000000000111'
  const stale = await consent(desk, await begin())
  stale.searchParams.set('code', 'made-up')
  assert.equal((await returnFromConsent(stale)).error, 'zalo.code_refused')
  assert.deepEqual(await channels(desk), [])
})

test('what the address says about the account is not believed', async t => {
  const desk = await shop(t)
  await desk.sim('load', { oas: [{ id: '4318000000000000888', name: 'Tiệm khác' }] })
  const back = await consent(desk, (await start(desk, desk.owner)).url)
  back.searchParams.set('oa_id', '4318000000000000888')
  assert.equal((await returnFromConsent(back)).error, 'zalo.other_account')
  assert.deepEqual(await channels(desk), [])
})

test('connected again: the same account and channel, its history and its place', async t => {
  const desk = await shop(t)
  const first = await returnFromConsent(await consent(desk, (await start(desk, desk.owner)).url))
  await desk.sim('load', { oas: [{ id: '4318000000000000888', name: 'Tiệm khác' }] })
  await desk.platform.db.asService(null, tx =>
    sql`update channels set status = 'needs_reconnect' where id = ${first.connected}`.execute(tx),
  )
  const body = { channel_id: first.connected }
  const other = await consent(desk, (await start(desk, desk.owner, body)).url, {
    auto: 'allow',
    oa_id: '4318000000000000888',
  })
  assert.equal((await returnFromConsent(other)).error, 'zalo.other_account')
  assert.deepEqual(
    (await channels(desk)).map(one => one.status),
    ['needs_reconnect'],
  )
  const again = await returnFromConsent(await consent(desk, (await start(desk, desk.owner, body)).url))
  assert.equal(again.connected, first.connected)
  assert.deepEqual(
    (await channels(desk)).map(one => one.status),
    ['connected'],
  )
  assert.equal(await used(desk), 1)
  assert.equal((await start(desk, desk.owner, { channel_id: desk.workspace.channelId })).code, 'request.not_found')
})

test('an account belongs to one workspace: another one that signs in with it gets nothing, and the first goes on', async t => {
  const desk = await shop(t)
  await returnFromConsent(await consent(desk, (await start(desk, desk.owner)).url))
  const stranger = await makeOwner(desk.platform)
  await allowConnections(desk.platform, stranger.workspaceId, 2)
  assert.equal((await returnFromConsent(await consent(desk, (await start(desk, stranger)).url))).error, 'channel.taken')
  assert.deepEqual(
    (await channels(desk)).map(one => [one.workspace_id, one.status]),
    [[desk.owner.workspaceId, 'connected']],
  )
  const [row] = await channels(desk)
  const channel = await desk.platform.db.asService(null, tx => readChannel(tx, desk.owner.workspaceId, row?.id ?? ''))
  assert.equal(channel && (await callZalo(desk.platform, channel, { path: '/v2.0/oa/getoa' })).is, 'done')
})

test('a plan without room, and an admin who is none any more', async t => {
  const desk = await shop(t)
  await allowConnections(desk.platform, desk.owner.workspaceId, 0)
  assert.equal(
    (await returnFromConsent(await consent(desk, (await start(desk, desk.owner)).url))).error,
    'usage.connections_reached',
  )
  await allowConnections(desk.platform, desk.owner.workspaceId, 2)
  const back = await consent(desk, (await start(desk, desk.owner)).url)
  await desk.platform.db.asService(null, tx =>
    sql`update members set role = 'member' where person_id = ${desk.owner.personId}`.execute(tx),
  )
  assert.equal((await returnFromConsent(back)).error, 'zalo.consent_over')
  assert.deepEqual(await channels(desk), [])
})

test('an account that may not use the API says why', async t => {
  const desk = await shop(t)
  await desk.sim('load', { oas: [{ id: oa, refuses: -224 }] })
  assert.equal(
    (await returnFromConsent(await consent(desk, (await start(desk, desk.owner)).url))).error,
    'zalo.plan_needed',
  )
  assert.deepEqual(await channels(desk), [])
})

test('the domain is Zalo’s to verify, by a file and by a line of every page', async t => {
  const desk = await shop(t, { ZALO_SITE_VERIFICATION: 'H-k5Abc_9' })
  const file = await fetch(`${desk.url}/zalo_verifierH-k5Abc_9.html`)
  assert.equal(file.status, 200)
  assert.match(await file.text(), /<meta name="zalo-platform-site-verification" content="H-k5Abc_9">/)
  assert.equal((await fetch(`${desk.url}/zalo_verifierother.html`)).status, 404)
  const greeting = await fetch(`${desk.url}/hooks/zalo`)
  assert.equal(greeting.status, 200)
})
