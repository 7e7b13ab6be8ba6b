import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { days, type FakeClock, fakeClock, minutes, seconds } from '#platform/clock.ts'
import { forgetUnverifiedFactors } from '#supabase/auth/second-step/enroll-factor.ts'
import { totpDigits } from '#supabase/auth/second-step/totp.ts'
import { newestEmail, readMailbox } from '#tests/drivers/mailbox.ts'
import { type Listening, startListening } from '../listening.ts'

describe('the second step', () => {
  const password = 'hoa sen trắng'
  let server: Listening

  before(async () => {
    server = await startListening<FakeClock>(fakeClock(new Date().toISOString()), { AUTH_RATE_LIMITS: 'off' })
  })
  after(() => server.close())

  const client = () => server.client()
  let people = 0

  async function newPerson(): Promise<{ supabase: SupabaseClient; email: string }> {
    const email = `second${++people}@shop.example`
    const supabase = client()
    assert.equal((await supabase.auth.signUp({ email, password })).error, null)
    await server.platform.jobs.drain()
    const token_hash = newestEmail(server.platform, email).link.searchParams.get('token') ?? ''
    assert.equal((await supabase.auth.verifyOtp({ type: 'signup', token_hash })).error, null)
    await server.platform.jobs.drain()
    return { supabase, email }
  }

  async function signIn(email: string): Promise<SupabaseClient> {
    const supabase = client()
    assert.equal((await supabase.auth.signInWithPassword({ email, password })).error, null)
    return supabase
  }

  type App = { factorId: string; secret: string }

  async function enroll(supabase: SupabaseClient, friendlyName = 'Điện thoại'): Promise<App> {
    const { data, error } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName })
    assert.equal(error, null)
    assert.ok(data)
    return { factorId: data.id, secret: data.totp.secret }
  }

  /** Half a minute later, because codes work once. */
  function nextDigits(app: App): string {
    server.platform.clock.advance(seconds(30))
    return totpDigits(app.secret, server.platform.clock.now())
  }

  async function prove(supabase: SupabaseClient, app: App) {
    return supabase.auth.mfa.challengeAndVerify({ factorId: app.factorId, code: nextDigits(app) })
  }

  async function withApp(): Promise<{ supabase: SupabaseClient; email: string; app: App }> {
    const { supabase, email } = await newPerson()
    const app = await enroll(supabase)
    assert.equal((await prove(supabase, app)).error, null)
    return { supabase, email, app }
  }

  function newestSubject(email: string): string {
    return readMailbox(server.platform).findLast(mail => mail.to === email)?.subject ?? ''
  }

  async function accessToken(supabase: SupabaseClient): Promise<string> {
    const { data } = await supabase.auth.getSession()
    return data.session?.access_token ?? ''
  }

  /** For calls that the official client lacks. */
  async function post(path: string, token: string, body: object = {}) {
    const headers = {
      apikey: server.platform.tokens.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    }
    const answer = await fetch(`${server.url}/auth/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as { code?: string; codes?: string[] } }
  }

  test('mfa.enroll gives a picture, a secret and an address; the first digits switch it on', async () => {
    const { supabase, email } = await newPerson()
    const { data } = await supabase.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Điện thoại',
      issuer: 'Mộc An',
    })
    assert.ok(data)
    assert.match(data.totp.qr_code, /^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/, 'no character ends the address')
    assert.match(data.totp.secret, /^[A-Z2-7]{32}$/)
    const uri = new URL(data.totp.uri)
    assert.deepEqual([uri.searchParams.get('issuer'), uri.searchParams.get('secret')], ['Mộc An', data.totp.secret])
    assert.ok(decodeURIComponent(uri.pathname).endsWith(email))
    const { rows } = await server.platform.db.asService(null, tx =>
      sql<{ secret: string }>`select secret from auth.mfa_factors where id = ${data.id}`.execute(tx),
    )
    assert.ok(rows[0] && !rows[0].secret.includes(data.totp.secret), 'the database does not tell it')

    const before = (await supabase.auth.getSession()).data.session
    const received: string[] = []
    supabase.auth.onAuthStateChange(event => void received.push(event))
    const proved = await prove(supabase, { factorId: data.id, secret: data.totp.secret })
    assert.equal(proved.error, null)
    assert.ok(received.includes('MFA_CHALLENGE_VERIFIED'))
    const session = (await supabase.auth.getSession()).data.session
    assert.ok(session && before)
    assert.notEqual(session.refresh_token, before.refresh_token)
    const level = await supabase.auth.mfa.getAuthenticatorAssuranceLevel()
    assert.deepEqual([level.data?.currentLevel, level.data?.nextLevel], ['aal2', 'aal2'])
    const methods = level.data?.currentAuthenticationMethods as { method: string }[]
    assert.deepEqual(
      methods.map(({ method }) => method),
      ['totp', 'otp'],
      'the newest first',
    )
    const [old, now] = await Promise.all([before, session].map(one => server.platform.tokens.verify(one.access_token)))
    assert.ok(now?.['session_id'])
    assert.equal(now['session_id'], old?.['session_id'])
    const { data: factors } = await supabase.auth.mfa.listFactors()
    assert.deepEqual(
      factors?.totp.map(factor => [factor.friendly_name, factor.status, factor.factor_type]),
      [['Điện thoại', 'verified', 'totp']],
    )
    await server.platform.jobs.drain()
    assert.match(newestSubject(email), /2 bước/)

    const renewed = await supabase.auth.refreshSession()
    assert.equal(renewed.error, null)
    assert.equal(
      (await supabase.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel,
      'aal2',
      'a refresh keeps it',
    )
  })

  test('the next sign-in is half a session until the digits came', async () => {
    const { email, app } = await withApp()
    const other = await signIn(email)
    const level = await other.auth.mfa.getAuthenticatorAssuranceLevel()
    assert.deepEqual([level.data?.currentLevel, level.data?.nextLevel], ['aal1', 'aal2'])
    assert.equal((await other.auth.getUser()).data.user?.factors?.length, 1)
    await other.auth.refreshSession()
    assert.equal((await other.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel, 'aal1')
    assert.equal((await prove(other, app)).error, null)
    assert.equal((await other.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel, 'aal2')
  })

  test('half a session opens nothing: no rows, no actions, no files, no topics', async () => {
    const { supabase: whole, email } = await withApp()
    const half = await signIn(email)
    const token = await accessToken(half)
    const rows = await half.from('people').select('id')
    assert.deepEqual([rows.status, rows.error?.code], [403, 'insufficient_aal'])
    assert.equal((await whole.from('people').select('id')).data?.length, 1)
    for (const [language, expected] of [
      ['vi', /xác minh 2 bước/],
      ['en', /2-step/],
    ] as const) {
      const headers = {
        authorization: `Bearer ${token}`,
        'accept-language': language,
        'content-type': 'application/json',
      }
      const act = await fetch(`${server.url}/api/v1/bot/pause`, { method: 'POST', headers, body: '{}' })
      const { error } = (await act.json()) as { error: { code: string; message: string } }
      assert.deepEqual([act.status, error.code], [403, 'auth.second_step_needed'])
      assert.match(error.message, expected)
    }
    const files = await half.storage.from('avatars').list()
    assert.match(files.error?.message ?? '', /second step/)
    const { data } = await whole.from('workspaces').select('id')
    const topic = `workspace:${String(data?.[0]?.['id'])}`
    const join = async (who: SupabaseClient) => {
      await who.realtime.setAuth()
      return new Promise<string>(resolve => {
        who
          .channel(topic, { config: { private: true } })
          .subscribe((state, error) => resolve(`${state} ${error?.message ?? ''}`))
      })
    }
    assert.match(await join(half), /^CHANNEL_ERROR .*second step/)
    assert.match(await join(whole), /^SUBSCRIBED/)
  })

  test('a token from before the second step does not rise with its session', async () => {
    const { supabase } = await newPerson()
    const before = (await supabase.auth.getSession()).data.session
    assert.ok(before)
    const app = await enroll(supabase)
    await prove(supabase, app)
    const stolen = createClient(server.url, server.platform.tokens.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      accessToken: async () => before.access_token,
    })
    assert.equal((await stolen.from('people').select('id')).status, 403)
    const refreshed = await client().auth.refreshSession({ refresh_token: before.refresh_token })
    assert.equal(refreshed.error?.code, 'refresh_token_not_found', 'nor does its refresh token')
    assert.equal((await supabase.auth.refreshSession()).error, null)
    assert.equal((await post('/factors/recovery-codes', before.access_token)).status, 403)
  })

  test('what guards the account is changed with the second step alone', async () => {
    const { supabase: whole, email, app } = await withApp()
    const half = await signIn(email)
    for (const change of [
      { password: 'mật khẩu khác hẳn' },
      { email: 'other@shop.example' },
      { data: { full_name: 'X' } },
    ]) {
      const { error } = await half.auth.updateUser(change)
      assert.deepEqual([error?.status, error?.code], [401, 'insufficient_aal'])
    }
    const unenrolled = await half.auth.mfa.unenroll({ factorId: app.factorId })
    assert.deepEqual([unenrolled.error?.status, unenrolled.error?.code], [422, 'insufficient_aal'])
    const another = await half.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'của kẻ trộm' })
    assert.deepEqual([another.error?.status, another.error?.code], [403, 'insufficient_aal'])
    const codes = await post('/factors/recovery-codes', await accessToken(half))
    assert.deepEqual([codes.status, codes.body.code], [403, 'insufficient_aal'])
    await half.auth.signOut({ scope: 'others' })
    assert.equal((await whole.auth.getUser()).error, null, 'a password alone ends no whole session')
    await half.auth.signOut({ scope: 'global' })
    assert.equal((await whole.auth.getUser()).error, null)
    assert.equal((await whole.auth.updateUser({ password: 'mật khẩu khác hẳn' })).error, null)
  })

  test('a link by mail does not skip the second step', async () => {
    const { email } = await withApp()
    for (const send of ['recovery', 'magiclink'] as const) {
      const supabase = client()
      if (send === 'recovery') await supabase.auth.resetPasswordForEmail(email)
      else await supabase.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
      await server.platform.jobs.drain()
      const token_hash = newestEmail(server.platform, email).link.searchParams.get('token') ?? ''
      assert.equal((await supabase.auth.verifyOtp({ type: send, token_hash })).error, null)
      const level = await supabase.auth.mfa.getAuthenticatorAssuranceLevel()
      assert.deepEqual([level.data?.currentLevel, level.data?.nextLevel], ['aal1', 'aal2'])
      assert.equal((await supabase.auth.updateUser({ password: 'mật khẩu khác hẳn' })).error?.code, 'insufficient_aal')
    }
  })

  test('digits are good once, wrong ones five times, and a challenge for five minutes', async () => {
    const { supabase, email, app } = await withApp()
    const { factorId } = app
    const code = nextDigits(app)
    const first = await supabase.auth.mfa.challenge({ factorId })
    const challengeId = first.data?.id ?? ''
    assert.equal((await supabase.auth.mfa.verify({ factorId, challengeId, code })).error, null)
    const again = await supabase.auth.mfa.verify({ factorId, challengeId, code })
    assert.equal(again.error?.code, 'mfa_ip_address_mismatch', 'the challenge is spent')
    const other = await signIn(email)
    const replay = await other.auth.mfa.challengeAndVerify({ factorId, code })
    assert.deepEqual(
      [replay.error?.code, replay.error?.message],
      ['mfa_verification_failed', 'Invalid TOTP code entered'],
    )

    const second = await other.auth.mfa.challenge({ factorId })
    assert.equal(second.data?.expires_at, Math.floor(server.platform.clock.now().getTime() / 1000) + 300)
    const tries = { factorId, challengeId: second.data?.id ?? '' }
    const right = totpDigits(app.secret, new Date(server.platform.clock.now().getTime() + 30_000))
    const wrong = right === '000000' ? '000001' : '000000'
    for (let round = 0; round < 5; round++) {
      assert.equal((await other.auth.mfa.verify({ ...tries, code: wrong })).error?.code, 'mfa_verification_failed')
    }
    assert.equal((await other.auth.mfa.verify({ ...tries, code: right })).error?.code, 'mfa_challenge_expired')

    const third = await other.auth.mfa.challenge({ factorId })
    server.platform.clock.advance(minutes(5))
    const late = { factorId, challengeId: third.data?.id ?? '', code: nextDigits(app) }
    assert.equal((await other.auth.mfa.verify(late)).error?.code, 'mfa_challenge_expired')
  })

  test('of ten that send the same digits at once, one gets in', async () => {
    const { email, app } = await withApp()
    const others = await Promise.all(Array.from({ length: 10 }, () => signIn(email)))
    const code = nextDigits(app)
    const results = await Promise.all(
      others.map(other => other.auth.mfa.challengeAndVerify({ factorId: app.factorId, code })),
    )
    assert.equal(results.filter(({ error }) => error === null).length, 1)
  })

  test('foreign apps, foreign challenges and other addresses are refused', async () => {
    const { supabase, app } = await withApp()
    const { supabase: stranger, app: strangeApp } = await withApp()
    const { factorId } = app
    assert.equal((await stranger.auth.mfa.challenge({ factorId })).error?.code, 'mfa_factor_not_found')
    assert.equal((await stranger.auth.mfa.unenroll({ factorId })).error?.code, 'mfa_factor_not_found')
    const { data } = await stranger.auth.mfa.challenge({ factorId: strangeApp.factorId })
    const mixed = { factorId, challengeId: data?.id ?? '', code: nextDigits(app) }
    const { error } = await supabase.auth.mfa.verify(mixed)
    assert.deepEqual([error?.status, error?.code], [422, 'mfa_factor_not_found'])
    for (const challengeId of ['nonsense', '00000000-0000-4000-8000-000000000000']) {
      const refused = await supabase.auth.mfa.verify({ ...mixed, challengeId })
      assert.equal(refused.error?.code, 'mfa_factor_not_found', challengeId)
    }
    const { data: own } = await supabase.auth.mfa.challenge({ factorId })
    await server.platform.db.asService(null, tx =>
      sql`update auth.mfa_challenges set ip = '203.0.113.9' where id = ${own?.id}`.execute(tx),
    )
    const elsewhere = await supabase.auth.mfa.verify({ factorId, challengeId: own?.id ?? '', code: nextDigits(app) })
    assert.equal(elsewhere.error?.code, 'mfa_ip_address_mismatch')
    const token = await accessToken(supabase)
    assert.deepEqual(
      (await post(`/factors/${factorId}/verify`, token, { challenge_id: own?.id })).body.code,
      'validation_failed',
    )
    const odd = await post('/factors/not-a-uuid/challenge', token)
    assert.deepEqual([odd.status, odd.body.code], [404, 'validation_failed'])
    assert.equal((await post('/factors', token, { factor_type: 'phone' })).body.code, 'mfa_phone_enroll_not_enabled')
    assert.equal(
      (await post('/factors', token, { factor_type: 'webauthn' })).body.code,
      'mfa_webauthn_enroll_not_enabled',
    )
    assert.equal((await post('/factors', token, { factor_type: 'x' })).body.code, 'validation_failed')
  })

  test('names are unique, ten apps are the most, and what was never finished is forgotten', async () => {
    const { supabase } = await newPerson()
    await enroll(supabase, 'Máy 1')
    const same = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Máy 1' })
    assert.deepEqual([same.error?.status, same.error?.code], [422, 'mfa_factor_name_conflict'])
    for (let count = 2; count <= 10; count++) await enroll(supabase, `Máy ${count}`)
    const eleventh = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Máy 11' })
    assert.equal(eleventh.error?.code, 'too_many_enrolled_mfa_factors')
    server.platform.clock.advance(minutes(5))
    await enroll(supabase, 'Máy 1')
    assert.equal(
      (await supabase.auth.getUser()).data.user?.factors?.length,
      1,
      'five minutes later a new try clears them',
    )
    server.platform.clock.advance(days(1) + 1)
    await forgetUnverifiedFactors(server.platform)
    const { rows } = await server.platform.db.asService(null, tx =>
      sql`select 1 from auth.mfa_factors where status = 'unverified'`.execute(tx),
    )
    assert.equal(rows.length, 0)
  })

  test('the first app takes a fresh sign-in: a screen left unlocked does not lock its owner out', async () => {
    const { supabase } = await newPerson()
    server.platform.clock.advance(days(1))
    await supabase.auth.refreshSession()
    const { error } = await supabase.auth.mfa.enroll({ factorType: 'totp' })
    assert.equal(error?.code, 'reauthentication_needed')
  })

  test('switching on ends sessions without it; mfa.unenroll lowers the session', async () => {
    const { supabase, email } = await newPerson()
    const other = await signIn(email)
    const app = await enroll(supabase)
    await prove(supabase, app)
    assert.equal((await other.auth.getUser()).error?.name, 'AuthSessionMissingError')
    const spare = await enroll(supabase, 'Máy thứ hai')
    assert.equal((await prove(supabase, spare)).error, null)
    const { data, error } = await supabase.auth.mfa.unenroll({ factorId: app.factorId })
    assert.deepEqual([error, data?.id], [null, app.factorId])
    assert.equal((await supabase.from('people').select('id')).status, 200, 'the other app raised this session')
    await supabase.auth.mfa.unenroll({ factorId: spare.factorId })
    await supabase.auth.refreshSession()
    const level = await supabase.auth.mfa.getAuthenticatorAssuranceLevel()
    assert.deepEqual([level.data?.currentLevel, level.data?.nextLevel], ['aal1', 'aal1'])
    const methods = level.data?.currentAuthenticationMethods as { method: string }[]
    assert.ok(!methods.some(({ method }) => method === 'totp'))
    assert.equal((await supabase.from('people').select('id')).status, 200)
  })

  test('recovery codes: ten, each good once; one of them takes all apps away and tells the owner', async () => {
    const { supabase: none } = await newPerson()
    const early = await post('/factors/recovery-codes', await accessToken(none))
    assert.deepEqual([early.status, early.body.code], [422, 'mfa_factor_not_found'])

    const { supabase: whole, email } = await withApp()
    const older = (await post('/factors/recovery-codes', await accessToken(whole))).body.codes ?? []
    const codes = (await post('/factors/recovery-codes', await accessToken(whole))).body.codes ?? []
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    const { rows } = await server.platform.db.asService(null, tx =>
      sql<{ code_hash: string }>`select code_hash from auth.mfa_recovery_codes`.execute(tx),
    )
    assert.ok(!JSON.stringify(rows).includes(codes[0] ?? '?'))

    const half = await signIn(email)
    const token = await accessToken(half)
    for (const code of [older[0], 'aaaa-bbbb-cccc-dddd', '']) {
      const wrong = await post('/factors/recovery-codes/verify', token, { code })
      assert.deepEqual([wrong.status, wrong.body.code], [422, 'mfa_verification_failed'])
    }
    const { supabase: stranger } = await withApp()
    const foreign = await post('/factors/recovery-codes/verify', await accessToken(stranger), { code: codes[0] })
    assert.equal(foreign.status, 422, 'codes are one person’s')

    const typed = (codes[0] ?? '').toUpperCase().replaceAll('-', ' ')
    const spent = await post('/factors/recovery-codes/verify', token, { code: typed })
    assert.deepEqual([spent.status, spent.body], [200, {}])
    assert.equal((await whole.auth.getUser()).error?.name, 'AuthSessionMissingError', 'other sessions end')
    assert.equal((await half.auth.refreshSession()).error, null)
    assert.deepEqual((await half.auth.mfa.listFactors()).data?.all, [])
    assert.equal((await half.from('people').select('id')).status, 200)
    const again = await post('/factors/recovery-codes/verify', await accessToken(half), { code: codes[1] })
    assert.equal(again.status, 422, 'the others went with it')
    await server.platform.jobs.drain()
    assert.match(newestSubject(email), /Mã dự phòng vừa được dùng/)
  })

  test('admin.mfa.listFactors and deleteFactor', async () => {
    const { supabase, app } = await withApp()
    const admin = createClient(server.url, server.platform.tokens.serviceRoleKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    })
    const userId = (await supabase.auth.getUser()).data.user?.id ?? ''
    const { data } = await admin.auth.admin.mfa.listFactors({ userId })
    assert.deepEqual(
      data?.factors.map(factor => [factor.id, factor.status]),
      [[app.factorId, 'verified']],
    )
    assert.ok(!JSON.stringify(data).includes('secret'))
    const foreign = await supabase.auth.admin.mfa.deleteFactor({ userId, id: app.factorId })
    assert.deepEqual([foreign.error?.status, foreign.error?.code], [403, 'not_admin'])
    assert.equal((await admin.auth.admin.mfa.deleteFactor({ userId, id: app.factorId })).error, null)
    const absent = await admin.auth.admin.mfa.deleteFactor({ userId, id: app.factorId })
    assert.deepEqual([absent.error?.status, absent.error?.code], [404, 'mfa_factor_not_found'])
    assert.deepEqual((await admin.auth.admin.mfa.listFactors({ userId })).data?.factors, [])
    assert.equal((await supabase.from('people').select('id')).status, 200)
  })
})
