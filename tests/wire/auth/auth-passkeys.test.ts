import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type FakeClock, fakeClock } from '#platform/clock.ts'
import { totpDigits } from '#supabase/auth/second-step/totp.ts'
import { newestEmail, readMailbox } from '#tests/drivers/mailbox.ts'
import { type SoftPasskey, softPasskey } from '#tests/drivers/soft-passkey.ts'
import { type Listening, startListening } from '../listening.ts'

describe('passkeys', () => {
  const password = 'hoa sen trắng'
  let server: Listening
  let people = 0

  before(async () => {
    server = await startListening<FakeClock>(fakeClock(new Date().toISOString()), { AUTH_RATE_LIMITS: 'off' })
  })
  after(() => server.close())

  async function newPerson(): Promise<{ supabase: SupabaseClient; email: string }> {
    const email = `passkey${++people}@shop.example`
    const supabase = server.client()
    assert.equal((await supabase.auth.signUp({ email, password })).error, null)
    await server.platform.jobs.drain()
    const token_hash = newestEmail(server.platform, email).link.searchParams.get('token') ?? ''
    assert.equal((await supabase.auth.verifyOtp({ type: 'signup', token_hash })).error, null)
    await server.platform.jobs.drain()
    return { supabase, email }
  }

  async function add(supabase: SupabaseClient, passkey: SoftPasskey) {
    const { data, error } = await supabase.auth.passkey.startRegistration()
    assert.equal(error, null)
    const credential = passkey.made(data?.options) as never
    return supabase.auth.passkey.verifyRegistration({ challengeId: data?.challenge_id ?? '', credential })
  }

  async function signIn(passkey: SoftPasskey) {
    const supabase = server.client()
    const { data } = await supabase.auth.passkey.startAuthentication()
    const credential = passkey.shown(data?.options) as never
    const answer = await supabase.auth.passkey.verifyAuthentication({
      challengeId: data?.challenge_id ?? '',
      credential,
    })
    return { supabase, answer }
  }

  test('passkey.startRegistration, verifyRegistration; then startAuthentication, verifyAuthentication', async () => {
    const { supabase, email } = await newPerson()
    const { data } = await supabase.auth.passkey.startRegistration()
    const options = data?.options as unknown as Record<string, Record<string, unknown>>
    assert.deepEqual([options['rp']?.['id'], options['user']?.['name']], ['localhost', email])
    assert.deepEqual(options['authenticatorSelection'], {
      residentKey: 'required',
      userVerification: 'required',
      requireResidentKey: true,
    })
    assert.equal(data?.expires_at, Math.floor(server.platform.clock.now().getTime() / 1000) + 300)

    const passkey = softPasskey({ synced: true, aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd' })
    const added = await add(supabase, passkey)
    assert.deepEqual([added.error, added.data?.friendly_name], [null, 'iCloud Keychain'])
    const level = await supabase.auth.mfa.getAuthenticatorAssuranceLevel()
    assert.equal(level.data?.currentLevel, 'aal1', 'adding raises nothing')

    const { supabase: whole, answer } = await signIn(passkey)
    assert.deepEqual([answer.error, answer.data?.user?.email], [null, email])
    assert.equal((await whole.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel, 'aal2')
    assert.equal((await whole.auth.refreshSession()).error, null)
    assert.equal((await whole.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel, 'aal2', 'after a renewal')
    assert.equal((await whole.from('people').select('id')).status, 200)
  })

  test('passkey.list, update, delete', async () => {
    const { supabase, email } = await newPerson()
    const passkey = softPasskey()
    const { data: added } = await add(supabase, passkey)
    const passkeyId = added?.id ?? ''
    const { supabase: whole } = await signIn(passkey)
    const { data: list } = await whole.auth.passkey.list()
    assert.deepEqual(
      list?.map(({ id, last_used_at }) => [id, typeof last_used_at]),
      [[passkeyId, 'string']],
    )
    assert.ok(!JSON.stringify(list).includes('public_key'))
    const renamed = await whole.auth.passkey.update({ passkeyId, friendlyName: ' Điện thoại của Hạnh ' })
    assert.equal(renamed.data?.friendly_name, 'Điện thoại của Hạnh')
    for (const friendlyName of ['', '  ', 'x'.repeat(121)]) {
      const { error } = await whole.auth.passkey.update({ passkeyId, friendlyName })
      assert.deepEqual([error?.status, error?.code], [400, 'validation_failed'])
    }
    const twice = await whole.auth.passkey.startRegistration()
    assert.match(JSON.stringify(twice.data), new RegExp(`excludeCredentials.*${passkey.id}`))
    const again = await add(whole, passkey)
    assert.equal(again.error?.code, 'webauthn_credential_exists')
    assert.equal((await whole.auth.passkey.delete({ passkeyId })).error, null)
    const unproven = await whole.auth.passkey.delete({ passkeyId })
    assert.equal(unproven.error?.code, 'reauthentication_needed', 'what it proved went with it')
    const absent = await supabase.auth.passkey.delete({ passkeyId })
    assert.deepEqual([absent.error?.status, absent.error?.code], [404, 'validation_failed'])
    assert.deepEqual((await whole.auth.passkey.list()).data, [])
    await whole.auth.refreshSession()
    assert.equal((await whole.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel, 'aal1')
    await server.platform.jobs.drain()
    // Two mails of one moment come in either order.
    const mails = readMailbox(server.platform).filter(mail => mail.to === email)
    const removed = mails.filter(({ subject }) => subject.includes('vừa được gỡ'))
    assert.equal(removed.length, 1)
    assert.match(removed[0]?.text ?? '', /Điện thoại của Hạnh/)
  })

  test('admin.passkey.listPasskeys and deletePasskey', async () => {
    const { supabase, email } = await newPerson()
    const passkey = softPasskey()
    const { data: added } = await add(supabase, passkey)
    const passkeyId = added?.id ?? ''
    const admin = createClient(server.url, server.platform.tokens.serviceRoleKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    })
    const userId = (await supabase.auth.getUser()).data.user?.id ?? ''
    const { data } = await admin.auth.admin.passkey.listPasskeys({ userId })
    assert.deepEqual(
      data?.map(({ id }) => id),
      [passkeyId],
    )
    const foreign = await supabase.auth.admin.passkey.deletePasskey({ userId, passkeyId })
    assert.deepEqual([foreign.error?.status, foreign.error?.code], [403, 'not_admin'])
    const { supabase: whole } = await signIn(passkey)
    assert.equal((await admin.auth.admin.passkey.deletePasskey({ userId, passkeyId })).error, null)
    assert.equal((await whole.auth.getUser()).error?.name, 'AuthSessionMissingError', 'what it opened ends')
    const absent = await admin.auth.admin.passkey.deletePasskey({ userId, passkeyId })
    assert.equal(absent.error?.status, 404)
    await server.platform.jobs.drain()
    assert.match(readMailbox(server.platform).findLast(mail => mail.to === email)?.subject ?? '', /vừa được gỡ/)
  })

  test('spending a recovery code takes the passkeys too: what held the app held them', async () => {
    const { supabase, email } = await newPerson()
    const passkey = softPasskey()
    assert.equal((await add(supabase, passkey)).error, null)
    const { supabase: whole } = await signIn(passkey)
    const { data: app } = await whole.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Điện thoại' })
    const code = totpDigits(app?.totp.secret ?? '', server.platform.clock.now())
    assert.equal((await whole.auth.mfa.challengeAndVerify({ factorId: app?.id ?? '', code })).error, null)
    const { codes } = await post('/factors/recovery-codes', whole)
    const half = server.client()
    await half.auth.signInWithPassword({ email, password })
    await post('/factors/recovery-codes/verify', half, { code: codes?.[0] })
    assert.equal((await half.auth.refreshSession()).error, null)
    assert.deepEqual((await half.auth.passkey.list()).data, [])
    assert.equal((await add(half, softPasskey())).error, null, 'new ones can be added')
  })

  async function post(path: string, supabase: SupabaseClient, body: object = {}): Promise<{ codes?: string[] }> {
    const { data } = await supabase.auth.getSession()
    const headers = {
      apikey: server.platform.tokens.anonKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
    }
    const answer = await fetch(`${server.url}/auth/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.equal(answer.status, 200)
    return answer.json() as Promise<{ codes?: string[] }>
  }
})
