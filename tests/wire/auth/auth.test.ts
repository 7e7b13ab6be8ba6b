import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClient,
  isAuthApiError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
  type Session,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { systemClock } from '#platform/clock.ts'
import { newestEmail, readMailbox } from '#tests/drivers/mailbox.ts'
import { programForTests } from '#tests/setup/program.ts'

const password = 'hoa sen trắng'
const program = programForTests({
  clock: systemClock,
  settings: { AUTH_RATE_LIMITS: 'off', REDIRECT_ALLOW_LIST: 'https://shop.example/**' },
  listen: true,
})

function client(): SupabaseClient {
  return createClient(program.origin, program.platform.tokens.anonKey, {
    auth: { autoRefreshToken: false, persistSession: false },
  })
}

let people = 0

async function newPerson(data: object = {}): Promise<{ supabase: SupabaseClient; email: string; session: Session }> {
  const email = `person${++people}@shop.example`
  const supabase = client()
  const { error } = await supabase.auth.signUp({ email, password, options: { data } })
  assert.equal(error, null)
  await program.platform.jobs.drain()
  const token_hash = newestEmail(program.platform, email).link.searchParams.get('token') ?? ''
  const verified = await supabase.auth.verifyOtp({ type: 'signup', token_hash })
  assert.equal(verified.error, null)
  assert.ok(verified.data.session)
  return { supabase, email, session: verified.data.session }
}

test('signUp, then verifyOtp with the link’s token', async () => {
  const supabase = client()
  const received: string[] = []
  supabase.auth.onAuthStateChange(event => void received.push(event))
  const email = 'hanh@mocan.vn'
  const options = { data: { full_name: 'Nguyễn Thu Hạnh' }, emailRedirectTo: 'https://shop.example/welcome' }
  const { data, error } = await supabase.auth.signUp({ email, password, options })
  assert.equal(error, null)
  assert.equal(data.session, null)
  assert.equal(data.user?.email, email)
  assert.ok(data.user.confirmation_sent_at)
  await program.platform.jobs.drain()
  const { link } = newestEmail(program.platform, email)
  assert.equal(link.searchParams.get('redirect_to'), 'https://shop.example/welcome')
  const early = await supabase.auth.signInWithPassword({ email, password })
  assert.equal(early.error?.code, 'email_not_confirmed')

  const token_hash = link.searchParams.get('token') ?? ''
  const verified = await supabase.auth.verifyOtp({ type: 'email', token_hash })
  assert.equal(verified.data.user?.user_metadata['full_name'], 'Nguyễn Thu Hạnh')
  assert.equal(verified.data.session?.token_type, 'bearer')
  const { data: read } = await supabase.auth.getUser()
  assert.equal(read.user?.id, data.user.id)
  assert.equal(read.user.identities?.[0]?.provider, 'email')
  assert.ok(received.includes('SIGNED_IN'))
  const twice = await client().auth.verifyOtp({ type: 'email', token_hash })
  assert.deepEqual(
    [twice.error?.status, twice.error?.code, twice.error?.message],
    [403, 'otp_expired', 'Token has expired or is invalid'],
  )
})

test('verifyOtp with the digits', async () => {
  const supabase = client()
  const email = 'digits@shop.example'
  await supabase.auth.signUp({ email, password })
  await program.platform.jobs.drain()
  const { code } = newestEmail(program.platform, email)
  const wrong = await supabase.auth.verifyOtp({ type: 'email', email, token: code === '000000' ? '111111' : '000000' })
  assert.equal(wrong.error?.code, 'otp_expired')
  const { data, error } = await supabase.auth.verifyOtp({ type: 'email', email, token: code })
  assert.equal(error, null)
  assert.ok(data.session)
})

test('a browser opens the link, its page posts itself, and the address carries a session', async () => {
  const email = 'browser@shop.example'
  await client().auth.signUp({ email, password, options: { emailRedirectTo: 'https://shop.example/in' } })
  await program.platform.jobs.drain()
  const { link } = newestEmail(program.platform, email)
  const address = `${program.origin}${link.pathname}${link.search}`
  const accept = 'text/html,application/xhtml+xml'
  assert.equal((await fetch(address, { method: 'HEAD', headers: { accept } })).status, 200)
  assert.equal((await fetch(address, { headers: { 'sec-purpose': 'prefetch' } })).status, 200)
  const page = await (await fetch(address, { headers: { accept } })).text()
  const action = /action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&#38;', '&')
  const posted = await fetch(`${program.origin}${action}`, {
    method: 'POST',
    body: new URLSearchParams(),
    redirect: 'manual',
  })
  assert.equal(posted.status, 303)
  const back = new URL(posted.headers.get('location') ?? '')
  assert.equal(back.origin + back.pathname, 'https://shop.example/in')
  const carried = Object.fromEntries(new URLSearchParams(back.hash.slice(1)))
  assert.equal(carried['type'], 'signup')
  const supabase = client()
  const { access_token = '', refresh_token = '' } = carried
  const { data, error } = await supabase.auth.setSession({ access_token, refresh_token })
  assert.equal(error, null)
  assert.equal(data.user?.email, email)
})

test('signUp of a known address looks like a first one', async () => {
  const { email } = await newPerson()
  const known = await client().auth.signUp({ email, password: 'another password', options: { data: { a: 1 } } })
  const fresh = await client().auth.signUp({ email: 'fresh@shop.example', password, options: { data: { a: 1 } } })
  assert.equal(known.error, null)
  assert.deepEqual(Object.keys(known.data.user ?? {}), Object.keys(fresh.data.user ?? {}))
  const plain = (user: typeof known.data.user) => ({
    ...user,
    id: '',
    email: '',
    created_at: '',
    updated_at: '',
    confirmation_sent_at: '',
    identities: user?.identities?.map(one => Object.keys(one)),
  })
  assert.equal(known.data.user?.identities?.length, 1)
  assert.deepEqual(plain(known.data.user), plain(fresh.data.user))
})

test('weak passwords and bad addresses come as the client’s own errors', async () => {
  const weak = await client().auth.signUp({ email: 'weak@shop.example', password: 'ngắn' })
  assert.ok(isAuthWeakPasswordError(weak.error))
  assert.deepEqual(weak.error.reasons, ['length'])
  assert.equal(weak.error.status, 422)
  assert.match(weak.error.message, /Password should be at least 8 characters/)
  const common = await client().auth.signUp({ email: 'weak@shop.example', password: 'matkhau123' })
  assert.ok(isAuthWeakPasswordError(common.error))
  const odd = await client().auth.signUp({ email: 'no address', password })
  assert.ok(isAuthApiError(odd.error))
  assert.equal(odd.error.message, 'Unable to validate email address: invalid format')
  const nobody = await client().auth.signInAnonymously()
  assert.equal(nobody.error?.message, 'Anonymous sign-ins are disabled')
  const phone = await client().auth.signUp({ phone: 'abc', password })
  assert.equal(phone.error?.message, 'Invalid phone number format (E.164 required)')
})

test('signInWithPassword, and the one answer to every wrong one', async () => {
  const { email } = await newPerson()
  const supabase = client()
  const { data, error } = await supabase.auth.signInWithPassword({ email, password })
  assert.equal(error, null)
  assert.equal(data.session?.expires_in, 3600)
  for (const wrong of [
    { email, password: 'wrong password' },
    { email: 'nobody@shop.example', password },
  ]) {
    const refused = await client().auth.signInWithPassword(wrong)
    assert.ok(isAuthApiError(refused.error))
    assert.deepEqual(
      [refused.error.status, refused.error.code, refused.error.message],
      [400, 'invalid_credentials', 'Invalid login credentials'],
    )
  }
})

test('getClaims checks the token with the published keys', async () => {
  const { supabase, session, email } = await newPerson()
  const { data, error } = await supabase.auth.getClaims(session.access_token)
  assert.equal(error, null)
  assert.equal(data?.header.alg, 'ES256')
  assert.equal(data.claims['email'], email)
  assert.equal(data.claims.aal, 'aal1')
  const [head, body, signature = ''] = session.access_token.split('.')
  const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  const forged = await client().auth.getClaims(`${head}.${body}.${flipped}`)
  assert.equal(forged.error?.code, 'invalid_jwt')
})

test('refreshSession gives a newer pair', async () => {
  const { supabase, session } = await newPerson()
  const received: string[] = []
  supabase.auth.onAuthStateChange(event => void received.push(event))
  const { data, error } = await supabase.auth.refreshSession()
  assert.equal(error, null)
  assert.notEqual(data.session?.refresh_token, session.refresh_token)
  assert.ok(received.includes('TOKEN_REFRESHED'))
  const unknown = await client().auth.refreshSession({ refresh_token: 'never issued' })
  assert.equal(unknown.error?.code, 'refresh_token_not_found')
})

test('ten clients that refresh one token at once all end with a working pair', async () => {
  const { session } = await newPerson()
  const clients = Array.from({ length: 10 }, client)
  const { refresh_token } = session
  const answers = await Promise.all(clients.map(one => one.auth.refreshSession({ refresh_token })))
  for (const [at, { data, error }] of answers.entries()) {
    assert.equal(error, null)
    assert.equal(data.session?.refresh_token, answers[0]?.data.session?.refresh_token)
    assert.equal((await clients[at]?.auth.getUser())?.error, null)
  }
  const next = await Promise.all(clients.map(one => one.auth.refreshSession()))
  assert.ok(next.every(answer => answer.error === null && answer.data.session))
})

test('ten clients that verify one link at once: one gets in', async () => {
  const email = 'race@shop.example'
  await client().auth.signUp({ email, password })
  await program.platform.jobs.drain()
  const token_hash = newestEmail(program.platform, email).link.searchParams.get('token') ?? ''
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => client().auth.verifyOtp({ type: 'signup', token_hash })),
  )
  assert.equal(answers.filter(answer => answer.data.session).length, 1)
  assert.equal(answers.filter(answer => answer.error?.code === 'otp_expired').length, 9)
})

test('updateUser changes data and password; other sessions end', async () => {
  const { supabase, email } = await newPerson({ full_name: 'Hạnh' })
  const received: string[] = []
  supabase.auth.onAuthStateChange(event => void received.push(event))
  const other = client()
  await other.auth.signInWithPassword({ email, password })
  const named = await supabase.auth.updateUser({ data: { full_name: 'Nguyễn Thu Hạnh' } })
  assert.equal(named.data.user?.user_metadata['full_name'], 'Nguyễn Thu Hạnh')
  const same = await supabase.auth.updateUser({ password })
  assert.deepEqual([same.error?.status, same.error?.code], [422, 'same_password'])
  const weak = await supabase.auth.updateUser({ password: '12345678' })
  assert.ok(isAuthWeakPasswordError(weak.error))
  const changed = await supabase.auth.updateUser({ password: 'một mật khẩu mới' })
  assert.equal(changed.error, null)
  assert.ok(received.includes('USER_UPDATED'))
  assert.ok(isAuthSessionMissingError((await other.auth.getUser()).error))
  assert.equal((await supabase.auth.getUser()).error, null)
  assert.equal((await client().auth.signInWithPassword({ email, password })).error?.code, 'invalid_credentials')
  assert.equal((await client().auth.signInWithPassword({ email, password: 'một mật khẩu mới' })).error, null)
})

test('signOut ends what its scope names', async () => {
  const { email } = await newPerson()
  const signedIn = async () => {
    const supabase = client()
    const { data } = await supabase.auth.signInWithPassword({ email, password })
    return { supabase, token: data.session?.access_token ?? '' }
  }
  const isIn = async (token: string) => (await client().auth.getUser(token)).error === null
  const [one, two, three] = [await signedIn(), await signedIn(), await signedIn()]
  assert.equal((await one.supabase.auth.signOut({ scope: 'local' })).error, null)
  assert.deepEqual([await isIn(one.token), await isIn(two.token), await isIn(three.token)], [false, true, true])
  assert.equal((await two.supabase.auth.signOut({ scope: 'others' })).error, null)
  assert.deepEqual([await isIn(two.token), await isIn(three.token)], [true, false])
  assert.equal((await two.supabase.auth.getSession()).data.session?.access_token, two.token)
  const four = await signedIn()
  assert.equal((await four.supabase.auth.signOut()).error, null)
  assert.deepEqual([await isIn(two.token), await isIn(four.token)], [false, false])
  assert.ok(isAuthSessionMissingError((await client().auth.getUser(four.token)).error))
})

test('a token whose session has ended reads, counts, calls and changes no rows, in the same words', async () => {
  const { supabase, session } = await newPerson()
  const asked = (method: string, path: string) =>
    fetch(`${program.origin}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: program.platform.tokens.anonKey,
        authorization: `Bearer ${session.access_token}`,
        prefer: 'count=exact',
      },
      ...(method === 'POST' && { body: '{}' }),
    })
  const reads = ['workspaces?select=id', 'workspaces?select=id&name=ilike.*a*', `members?id=eq.${session.user.id}`]
  for (const path of reads) assert.equal((await asked('GET', path)).status, 200)
  await supabase.auth.signOut()
  for (const path of reads) {
    const answer = await asked('GET', path)
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    assert.deepEqual(await answer.json(), {
      code: 'PGRST301',
      details: null,
      hint: null,
      message: 'The session has ended',
    })
    assert.equal((await asked('HEAD', path)).status, 401)
  }
  for (const path of ['workspaces', 'rpc/anything']) assert.equal((await asked('POST', path)).status, 401)
})

test('resetPasswordForEmail and resend answer alike for everybody', async () => {
  const { email } = await newPerson()
  const before = readMailbox(program.platform).length
  const redirectTo = 'https://shop.example/reset-password'
  for (const who of [email, 'nobody@shop.example']) {
    assert.deepEqual(await client().auth.resetPasswordForEmail(who, { redirectTo }), { data: {}, error: null })
    assert.equal((await client().auth.resend({ type: 'signup', email: who })).error, null)
  }
  await program.platform.jobs.drain()
  assert.equal(readMailbox(program.platform).length, before + 1)
  const { link } = newestEmail(program.platform, email)
  assert.equal(link.searchParams.get('type'), 'recovery')
  assert.equal(link.searchParams.get('redirect_to'), redirectTo)
  const supabase = client()
  const { data } = await supabase.auth.verifyOtp({ type: 'recovery', token_hash: link.searchParams.get('token') ?? '' })
  assert.equal(data.user?.email, email)
})

test('getUser without a live token, and a server without the program’s key', async () => {
  const { error } = await client().auth.getUser('a.b.c')
  assert.deepEqual([error?.status, error?.code], [403, 'bad_jwt'])
  const stranger = createClient(program.origin, 'not our key', {
    auth: { autoRefreshToken: false, persistSession: false },
  })
  const refused = await stranger.auth.signInWithPassword({ email: 'a@shop.example', password })
  assert.deepEqual([refused.error?.status, refused.error?.code], [401, 'no_authorization'])
})

test('what is not offered is refused in the reference’s words', async () => {
  const supabase = client()
  const company = await supabase.auth.signInWithSSO({ domain: 'mocan.vn' })
  assert.deepEqual([company.error?.status, company.error?.message], [404, 'SAML 2.0 is disabled'])
  const nobody = await supabase.auth.signInAnonymously()
  assert.deepEqual([nobody.error?.status, nobody.error?.message], [422, 'Anonymous sign-ins are disabled'])
  const phone = await supabase.auth.signInWithOtp({ phone: '+84912345678' })
  assert.deepEqual([phone.error?.status, phone.error?.code], [400, 'phone_provider_disabled'])
  const odd = await supabase.auth.signUp({ phone: 'x', password })
  assert.equal(odd.error?.message, 'Invalid phone number format (E.164 required)')
})
