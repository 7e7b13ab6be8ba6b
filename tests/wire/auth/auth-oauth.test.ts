import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { User } from '@supabase/supabase-js'
import { sql } from 'kysely'
import type { OidcFault } from '#dev/simulators/oidc-simulator.ts'
import { minutes } from '#platform/clock.ts'
import { newestEmail } from '#tests/drivers/mailbox.ts'
import { home, type OauthDesk, openOauthDesk, password } from './oauth-driver.ts'

describe('signing in with a provider', () => {
  let desk: OauthDesk
  let platform: OauthDesk['platform']
  let simulator: OauthDesk['simulator']
  let origin: string
  /** Started early, so that nothing waits for it alone. */
  let stuck: Promise<URL>

  before(async () => {
    desk = await openOauthDesk()
    ;({ platform, simulator, origin } = desk)
    simulator.fault = 'silent'
    const own = desk.browser()
    const way = await own.open(await desk.wayOf(desk.client()))
    const returned = await own.open(way.headers.get('location') ?? '')
    stuck = own.follow(returned.headers.get('location') ?? '')
  })

  after(() => desk.close())

  beforeEach(() => desk.newcomer())

  function providersIn(user: User | null): string[] {
    return (user?.identities ?? []).map(identity => identity.provider)
  }

  test('signInWithOAuth opens an account with the provider’s facts; the next time it is the same one', async () => {
    const { back, facts, user } = await desk.arrive()
    assert.equal(back.origin + back.pathname, home)
    assert.equal(user?.email, simulator.person.email)
    assert.ok(user?.email_confirmed_at)
    assert.deepEqual(providersIn(user), ['google'])
    assert.deepEqual(user?.app_metadata, { provider: 'google', providers: ['google'] })
    assert.equal(user?.user_metadata['full_name'], 'Lan')
    const [identity] = user?.identities ?? []
    assert.equal(identity?.id, simulator.person.sub)
    assert.equal(identity?.user_id, user?.id)
    assert.equal(identity?.identity_data?.['email_verified'], true)
    assert.ok(facts.get('provider_token'))
    assert.match(facts.get('provider_refresh_token') ?? '', /^refresh-/)
    assert.deepEqual([facts.get('token_type'), facts.get('sb')], ['bearer', ''])
    const claims = JSON.parse(atob((facts.get('access_token') ?? '').split('.')[1] ?? '')) as {
      amr: { method: string }[]
    }
    assert.equal(claims.amr[0]?.method, 'oauth')
    simulator.person = { ...simulator.person, email: `moved-${simulator.person.sub}@shop.example` }
    const again = await desk.arrive()
    assert.equal(again.user?.id, user?.id)
    assert.equal(again.user?.email, user?.email, 'a new address at the provider changes nothing here')
  })

  test('what the provider is asked: state, PKCE, nonce, scopes and further words, never what is ours', async () => {
    const supabase = desk.client()
    const queryParams = { prompt: 'consent', redirect_uri: 'https://evil.example', state: 'x', client_id: 'y' }
    await desk.browser().follow(await desk.wayOf(supabase, 'google', { scopes: 'calendar', queryParams }))
    const { asked } = simulator
    assert.match(asked.get('state') ?? '', /^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    assert.equal(asked.get('redirect_uri'), `${origin}/auth/v1/callback`)
    assert.equal(asked.get('client_id'), simulator.clientId)
    assert.equal(asked.get('scope'), 'openid email profile calendar')
    assert.equal(asked.get('prompt'), 'consent')
    assert.ok(asked.get('nonce') && asked.get('code_challenge'))
    for (const ours of ['provider', 'redirect_to', 'scopes', 'apikey']) assert.equal(asked.get(ours), null)
  })

  test('exchangeCodeForSession after signInWithOAuth, with the provider’s tokens; once', async () => {
    const supabase = desk.client('pkce')
    const back = await desk.browser().follow(await desk.wayOf(supabase))
    const code = back.searchParams.get('code') ?? ''
    assert.equal(back.hash, '')
    assert.ok((await desk.client('pkce').auth.exchangeCodeForSession(code)).error, 'who has no verifier gets nothing')
    const { data, error } = await supabase.auth.exchangeCodeForSession(code)
    assert.equal(error, null)
    assert.equal(data.user?.email, simulator.person.email)
    assert.ok(data.session?.provider_token)
    assert.match(data.session?.provider_refresh_token ?? '', /^refresh-/)
    assert.ok((await supabase.auth.exchangeCodeForSession(code)).error)
  })

  test('a program without cookies passes too; another issuer of OpenID Connect does the same', async () => {
    simulator.quiet = true
    const first = await fetch(await desk.wayOf(desk.client(), 'custom:oidc'), { redirect: 'manual' })
    assert.equal(first.status, 302)
    const second = await fetch(first.headers.get('location') ?? '', { redirect: 'manual' })
    const third = await fetch(second.headers.get('location') ?? '', { redirect: 'manual' })
    assert.equal(third.status, 302)
    const facts = new URLSearchParams(new URL(third.headers.get('location') ?? '').hash.slice(1))
    const { data } = await desk.client().auth.getUser(facts.get('access_token') ?? '')
    assert.equal(data.user?.email, simulator.person.email, 'from the userinfo endpoint')
    assert.deepEqual(data.user?.app_metadata['providers'], ['custom:oidc'])
    const used = await fetch(second.headers.get('location') ?? '', { redirect: 'manual' })
    assert.equal(used.status, 303, 'a state is good once')
  })

  test('a state that is unknown or another browser’s leads home, signed in to nothing', async () => {
    const made = await fetch(`${origin}/auth/v1/callback?code=x&state=${crypto.randomUUID()}`, { redirect: 'manual' })
    assert.equal(made.status, 303)
    const attacker = desk.browser()
    const way = await attacker.open(await desk.wayOf(desk.client()))
    const returned = await attacker.open(way.headers.get('location') ?? '')
    const victim = desk.browser()
    await victim.open(await desk.wayOf(desk.client()))
    const landed = await victim.open(returned.headers.get('location') ?? '')
    for (const answer of [made, landed]) {
      const back = new URL(answer.headers.get('location') ?? '')
      assert.equal(back.origin + back.pathname, `${origin}/`)
      assert.equal(back.searchParams.get('error'), 'invalid_request')
      assert.equal(back.searchParams.get('error_code'), 'bad_oauth_state')
      assert.ok(!back.hash.includes('access_token'))
    }
  })

  test('providers that post are answered with the same question as a GET', async () => {
    const own = desk.browser()
    const way = await own.open(await desk.wayOf(desk.client()))
    const returned = new URL((await own.open(way.headers.get('location') ?? '')).headers.get('location') ?? '')
    const posted = await fetch(`${origin}/auth/v1/callback`, {
      method: 'POST',
      body: returned.searchParams,
      redirect: 'manual',
    })
    assert.equal(posted.status, 303)
    const landed = await own.open(posted.headers.get('location') ?? '')
    assert.ok(landed.headers.get('location')?.includes('#access_token='))
  })

  const faults: OidcFault[] = [
    ...(['wrong nonce', 'wrong audience', 'other party', 'wrong issuer', 'expired', 'not signed'] as const),
    ...(['signed with the secret', 'foreign key', 'error', 'endless'] as const),
  ]
  for (const fault of faults) {
    test(`nobody is signed in by an answer that is ${fault}`, async () => {
      simulator.fault = fault
      const { back, user } = await desk.arrive()
      assert.equal(user, null)
      assert.equal(back.origin + back.pathname, home)
      for (const parameters of [back.searchParams, new URLSearchParams(back.hash.slice(1))]) {
        assert.equal(parameters.get('error'), 'server_error')
        assert.equal(parameters.get('error_code'), 'unexpected_failure')
        assert.equal(parameters.get('error_description'), 'Unable to exchange external code')
      }
    })
  }

  test('a provider that never answers is waited for ten seconds', async () => {
    const back = await stuck
    assert.equal(back.searchParams.get('error'), 'server_error')
  })

  test('who changes their mind at the provider comes back with its word', async () => {
    simulator.fault = 'denied'
    const { back } = await desk.arrive()
    assert.equal(back.searchParams.get('error'), 'access_denied')
    assert.equal(back.searchParams.get('error_description'), 'The user denied the request')
  })

  test('a provider that is not configured is refused before anything else', async () => {
    const answer = await fetch(`${origin}/auth/v1/authorize?provider=facebook`, { redirect: 'manual' })
    assert.equal(answer.status, 400)
    const body = (await answer.json()) as { msg: string; error_code: string }
    assert.equal(body.error_code, 'validation_failed')
    assert.match(body.msg, /^Unsupported provider/)
    const settings = (await (await fetch(`${origin}/auth/v1/settings`)).json()) as { external: Record<string, boolean> }
    assert.equal(settings.external['google'], true)
    assert.equal(settings.external['facebook'], false)
    assert.equal(settings.external['custom:oidc'], true)
  })

  test('a verified address joins its confirmed account; whatever was there stays', async () => {
    const email = simulator.person.email ?? ''
    const owner = await desk.confirmed(email)
    const { user } = await desk.arrive()
    assert.equal(user?.id, (await owner.auth.getUser()).data.user?.id)
    assert.deepEqual(providersIn(user), ['email', 'google'])
    assert.deepEqual(user?.app_metadata, { provider: 'email', providers: ['email', 'google'] })
    assert.equal(user?.user_metadata['full_name'], 'Tú')
    assert.equal((await desk.client().auth.signInWithPassword({ email, password })).error, null)
  })

  test('an account made beforehand in wait for its owner holds nothing of who made it', async () => {
    const email = simulator.person.email ?? ''
    const attacker = desk.client()
    await attacker.auth.signUp({ email, password, options: { data: { full_name: 'Kẻ gian', trap: true } } })
    await platform.jobs.drain()
    const oldLink = newestEmail(platform, email).link.searchParams.get('token') ?? ''
    const { user } = await desk.arrive()
    assert.equal(user?.email, email)
    assert.deepEqual(providersIn(user), ['google'])
    assert.equal(user?.user_metadata['full_name'], 'Lan')
    assert.equal(user?.user_metadata['trap'], undefined)
    const tried = await desk.client().auth.signInWithPassword({ email, password })
    assert.equal(tried.error?.code, 'invalid_credentials')
    assert.equal(
      (await desk.client().auth.verifyOtp({ type: 'signup', token_hash: oldLink })).error?.code,
      'otp_expired',
    )
  })

  test('an address that the provider does not vouch for opens and finds no account, whoever has it', async () => {
    const known = simulator.person.email ?? ''
    const owner = await desk.confirmed(known)
    for (const email of [known, `un${simulator.person.sub}@shop.example`]) {
      for (const verified of [false, undefined, 'false'] as const) {
        simulator.person = {
          sub: `thief-of-${known}`,
          email,
          ...(verified === undefined ? {} : { email_verified: verified }),
        }
        const { back, user } = await desk.arrive()
        assert.equal(user, null)
        assert.equal(back.searchParams.get('error'), 'access_denied')
        assert.equal(back.searchParams.get('error_code'), 'provider_email_needs_verification')
      }
    }
    await platform.jobs.drain()
    // The owner opens the mail in their own browser; nothing of the attacker's remains.
    const { link } = newestEmail(platform, known)
    const answer = await fetch(`${origin}${link.pathname}${link.search}`, { redirect: 'manual' })
    assert.match(answer.headers.get('location') ?? '', /#access_token=/)
    assert.deepEqual(providersIn((await owner.auth.getUser()).data.user), ['email'])
    assert.equal((await desk.arrive()).user, null)
  })

  test('whoever opens the mail in the browser that asked has the identity from then on', async () => {
    const email = simulator.person.email ?? ''
    simulator.person = { ...simulator.person, email_verified: false }
    const own = desk.browser()
    const refused = await own.follow(await desk.wayOf(desk.client()))
    assert.equal(refused.searchParams.get('error_code'), 'provider_email_needs_verification')
    await platform.jobs.drain()
    const { link } = newestEmail(platform, email)
    const cookie = own.cookies.get(new URL(origin).host) ?? ''
    const opened = await fetch(`${origin}${link.pathname}${link.search}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-mode': 'navigate' },
    })
    assert.match(opened.headers.get('location') ?? '', /#access_token=/)
    const { user } = await desk.arrive()
    assert.equal(user?.email, email)
    assert.deepEqual(providersIn(user), ['email', 'google'])
  })

  test('without any address there is no account', async () => {
    simulator.person = { sub: `nobody` }
    const { back } = await desk.arrive()
    assert.equal(back.searchParams.get('error_description'), 'Error getting user email from external provider')
  })

  test('a banned account stays shut, by its identity and by its address', async () => {
    const { user } = await desk.arrive()
    await platform.db.asService(null, tx =>
      sql`update auth.users set banned_until = '2999-01-01' where id = ${user?.id}`.execute(tx),
    )
    for (const sub of [simulator.person.sub, 'another number']) {
      simulator.person = { ...simulator.person, sub }
      const { back } = await desk.arrive()
      assert.equal(back.searchParams.get('error'), 'access_denied')
      assert.equal(back.searchParams.get('error_code'), 'user_banned')
    }
  })

  test('where sign-up is closed, who is known comes in and nobody else', async () => {
    const { user } = await desk.arrive()
    const open = platform.config.AUTH_SIGNUP
    Object.assign(platform.config, { AUTH_SIGNUP: false })
    try {
      assert.equal((await desk.arrive()).user?.id, user?.id)
      simulator.person = { ...simulator.person, sub: 'new here', email: `new-${user?.id}@shop.example` }
      const { back } = await desk.arrive()
      assert.equal(back.searchParams.get('error'), 'access_denied')
      assert.equal(back.searchParams.get('error_code'), 'signup_disabled')
    } finally {
      Object.assign(platform.config, { AUTH_SIGNUP: open })
    }
  })

  test('ten browsers that bring one new identity at once open one account', async () => {
    const ways = await Promise.all(Array.from({ length: 10 }, () => desk.arrive()))
    const ids = new Set(ways.map(({ user }) => user?.id).filter(Boolean))
    assert.equal(ids.size, 1)
  })

  test('nothing that travels lies readable in the database', async () => {
    const supabase = desk.client('pkce')
    const own = desk.browser()
    const way = await own.open(await desk.wayOf(supabase))
    const state = new URL(way.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const back = await own.follow(way.headers.get('location') ?? '')
    const code = back.searchParams.get('code') ?? ''
    const dump = await platform.db.asService(null, async tx => {
      const flows = await sql`select * from auth.flow_states`.execute(tx)
      const codes = await sql`select * from auth.auth_codes`.execute(tx)
      return JSON.stringify([flows.rows, codes.rows])
    })
    const { data } = await supabase.auth.exchangeCodeForSession(code)
    for (const secret of [state, code, data.session?.provider_token ?? '-']) assert.ok(!dump.includes(secret))
  })

  // Last: it moves the clock by a minute, in which this issuer's keys are not fetched again.
  test('keys that the issuer has changed are fetched again, and not at every unknown one', async t => {
    await desk.arrive()
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + minutes(1) })
    await simulator.rotateKey()
    assert.ok((await desk.arrive()).user)
    const before = simulator.keysFetched
    await simulator.rotateKey()
    simulator.person = { ...simulator.person, sub: 'someone else' }
    assert.equal((await desk.arrive()).user, null)
    assert.equal(simulator.keysFetched, before)
  })
})
