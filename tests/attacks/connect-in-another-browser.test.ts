// An attacker lures another person's browser through their own consent: the other's account must never be connected.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { browserCookie } from '#dev/shop-client.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { messengerDriver } from '#tests/drivers/messenger-driver.ts'
import { home, openOauthDesk, type OauthDesk } from '#tests/wire/auth/oauth-driver.ts'
import { allowConnections, startZaloDriver, type ZaloDriver } from '#tests/drivers/zalo-driver.ts'

describe('connecting in another browser', () => {
  const visit = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const picture = {
    accept: 'image/*',
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-dest': 'image',
    'sec-fetch-site': 'cross-site',
  }
  const frame = {
    accept: 'text/html',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'iframe',
    'sec-fetch-site': 'cross-site',
  }
  const call = { accept: '*/*', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' }

  async function startZalo(desk: ZaloDriver, owner: Owner, cookie: string): Promise<string> {
    const answer = await fetch(`${desk.url}/api/v1/channels/zalo/start`, {
      method: 'POST',
      headers: { ...owner.headers, cookie, 'content-type': 'application/json' },
      body: '{}',
    })
    return ((await answer.json()) as { url: string }).url
  }

  async function throughConsent(
    server: string,
    url: string,
    headers: Record<string, string>,
  ): Promise<URLSearchParams> {
    const allowed = await fetch(`${url}&auto=allow`, { redirect: 'manual' })
    const back = new URL(allowed.headers.get('location') ?? '')
    const led = await fetch(server + back.pathname + back.search, { redirect: 'manual', headers })
    return new URL(led.headers.get('location') ?? server).searchParams
  }

  test('Zalo: only the browser that began connects, as a page, and while its session stands', async t => {
    const desk = await startZaloDriver(t)
    const owner = await makeOwner(desk.platform)
    await allowConnections(desk.platform, owner.workspaceId, 2)
    const own = browserCookie()
    const elsewhere: [string, Record<string, string>][] = [
      ['a link that was sent to somebody', visit],
      ['another browser of ours', { ...visit, cookie: browserCookie() }],
      ['no browser at all', {}],
      ['a picture, though in the own browser', { ...picture, cookie: own }],
      ['a frame', { ...frame, cookie: own }],
      ['a call', { ...call, cookie: own }],
    ]
    for (const [what, headers] of elsewhere) {
      const result = await throughConsent(desk.url, await startZalo(desk, owner, own), headers)
      assert.equal(result.get('zalo_error'), 'zalo.consent_over', what)
    }
    const signedOut = await startZalo(desk, owner, own)
    const end = (at: Date | null) =>
      desk.platform.db.asService(null, tx =>
        sql`update auth.sessions set ended_at = ${at} where user_id = ${owner.personId}`.execute(tx),
      )
    await end(desk.platform.clock.now())
    assert.equal(
      (await throughConsent(desk.url, signedOut, { ...visit, cookie: own })).get('zalo_error'),
      'zalo.consent_over',
    )
    await end(null)
    assert.deepEqual(await desk.platform.db.readAsService(sql`select 1 from channels where kind = 'zalo'`), [])
    const result = await throughConsent(desk.url, await startZalo(desk, owner, own), { ...visit, cookie: own })
    assert.ok(result.get('zalo'))
  })

  test('Facebook: the same', async t => {
    const desk = await messengerDriver(t)
    const back = async (headers: Record<string, string>, ended = false) => {
      const { body } = await desk.api('POST', '/channels/facebook/start', {})
      const allowed = await fetch(`${(body as { url: string }).url}&auto=allow`, { redirect: 'manual' })
      const { pathname, search } = new URL(allowed.headers.get('location') ?? '')
      const end = (at: Date | null) =>
        desk.platform.db.asService(null, tx =>
          sql`update auth.sessions set ended_at = ${at} where user_id = ${desk.owner.personId}`.execute(tx),
        )
      if (ended) await end(desk.platform.clock.now())
      const { headers: answered } = await desk.app.inject({ method: 'GET', url: pathname + search, headers })
      if (ended) await end(null)
      return new URL(String(answered.location)).searchParams
    }
    const { cookie } = desk
    for (const headers of [
      visit,
      { ...visit, cookie: browserCookie() },
      {},
      { ...picture, cookie },
      { ...frame, cookie },
    ]) {
      assert.equal((await back(headers)).get('facebook_error'), 'expired', JSON.stringify(headers))
    }
    assert.equal((await back({ ...visit, cookie }, true)).get('facebook_error'), 'expired')
    assert.ok((await back({ ...visit, cookie })).get('facebook'))
  })

  let desk: OauthDesk
  before(async () => {
    desk = await openOauthDesk({ AUTH_MANUAL_LINKING: 'on' })
  })
  after(() => desk.close())

  async function ledBack(url: string): Promise<string> {
    return (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? ''
  }

  async function answerOf(address: string, headers: Record<string, string>): Promise<URL> {
    const answer = await fetch(address, { redirect: 'manual', headers })
    return new URL(answer.headers.get('location') ?? desk.origin)
  }

  test('a further way in: a foreign page cannot add its visitor’s to the stranger’s account', async () => {
    desk.newcomer()
    const stranger = await desk.confirmed('ke-la@shop.example')
    const options = { redirectTo: home, skipBrowserRedirect: true }
    const cases: [string, Record<string, string>][] = [
      ['a picture', picture],
      ['a frame', frame],
      ['a call', call],
      ['a link', visit],
      ['a picture where nothing says so but the browser’s name', { accept: 'image/*', 'user-agent': 'Mozilla/5.0' }],
    ]
    for (const [what, headers] of cases) {
      const { data } = await stranger.auth.linkIdentity({ provider: 'google', options })
      const back = await answerOf(await ledBack(data?.url ?? ''), headers)
      assert.equal(back.searchParams.get('error_code'), 'bad_oauth_state', what)
    }
    assert.deepEqual(
      (await stranger.auth.getUserIdentities()).data?.identities.map(one => one.provider),
      ['email'],
    )
  })

  test('a sign-in that a stranger began cannot be finished in another browser, nor by a page in one’s own', async () => {
    desk.newcomer()
    const own = desk.browser()
    const way = await desk.wayOf(desk.client())
    const begun = await own.open(way)
    const back = await ledBack(begun.headers.get('location') ?? '')
    const cookie = own.cookies.get(new URL(desk.origin).host) ?? ''
    for (const headers of [visit, { ...picture, cookie }, { ...frame, cookie }]) {
      assert.equal((await answerOf(back, headers)).searchParams.get('error_code'), 'bad_oauth_state')
    }
    // The attempts have not used up the right browser's state.
    const arrived = await answerOf(back, { ...visit, cookie })
    assert.match(arrived.hash, /^#access_token=/)
  })
})
