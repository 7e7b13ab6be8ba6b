import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { systemClock } from '#platform/clock.ts'
import { newestCode, newestEmail, readMailbox } from '#tests/drivers/mailbox.ts'
import { programForTests } from '#tests/setup/program.ts'
import { clientWithStorage } from '../storage/client-with-storage.ts'

const password = 'hoa sen trắng'
const program = programForTests({
  clock: systemClock,
  settings: { AUTH_RATE_LIMITS: 'off', REDIRECT_ALLOW_LIST: 'https://shop.example/**' },
  listen: true,
})

const client = (flowType?: 'implicit' | 'pkce') =>
  clientWithStorage(program.origin, program.platform.tokens.anonKey, flowType)

async function open(to: string): Promise<URL> {
  await program.platform.jobs.drain()
  const { link } = newestEmail(program.platform, to)
  const answer = await fetch(`${program.origin}${link.pathname}${link.search}`, { redirect: 'manual' })
  assert.equal(answer.status, 303)
  return new URL(answer.headers.get('location') ?? '')
}

let people = 0

async function newPerson(): Promise<{ supabase: SupabaseClient; email: string }> {
  const email = `mails${++people}@shop.example`
  const supabase = client()
  await supabase.auth.signUp({ email, password })
  await program.platform.jobs.drain()
  const token_hash = newestEmail(program.platform, email).link.searchParams.get('token') ?? ''
  assert.equal((await supabase.auth.verifyOtp({ type: 'signup', token_hash })).error, null)
  return { supabase, email }
}

test('signInWithOtp: link or digits; an unknown address gets no mail and the same answer', async () => {
  const { email } = await newPerson()
  const before = readMailbox(program.platform).length
  const options = { shouldCreateUser: false, emailRedirectTo: 'https://shop.example/in' }
  const unknown = await client().auth.signInWithOtp({ email: 'nobody@shop.example', options })
  const known = await client().auth.signInWithOtp({ email, options })
  assert.deepEqual(unknown, known)
  assert.equal(known.error, null)
  await program.platform.jobs.drain()
  assert.equal(readMailbox(program.platform).length, before + 1)
  const { link, code } = newestEmail(program.platform, email)
  assert.equal(link.searchParams.get('redirect_to'), 'https://shop.example/in')
  const supabase = client()
  const { data, error } = await supabase.auth.verifyOtp({ type: 'email', email, token: code })
  assert.equal(error, null)
  assert.equal(data.user?.email, email)
  const used = await client().auth.verifyOtp({
    type: 'magiclink',
    token_hash: link.searchParams.get('token') ?? '',
  })
  assert.equal(used.error?.code, 'otp_expired')
})

test('signInWithOtp makes an account where it may', async () => {
  const email = 'passwordless@shop.example'
  assert.equal((await client().auth.signInWithOtp({ email, options: { data: { full_name: 'Tú' } } })).error, null)
  const back = await open(email)
  const carried = new URLSearchParams(back.hash.slice(1))
  assert.equal(carried.get('type'), 'signup')
  const { data } = await client().auth.setSession({
    access_token: carried.get('access_token') ?? '',
    refresh_token: carried.get('refresh_token') ?? '',
  })
  assert.equal(data.user?.user_metadata['full_name'], 'Tú')
})

test('exchangeCodeForSession after sign-up, magic link and recovery', async () => {
  const email = 'pkce@shop.example'
  const asks: [string, (supabase: SupabaseClient) => Promise<{ error: unknown }>][] = [
    ['SIGNED_IN', supabase => supabase.auth.signUp({ email, password })],
    ['SIGNED_IN', supabase => supabase.auth.signInWithOtp({ email })],
    ['PASSWORD_RECOVERY', supabase => supabase.auth.resetPasswordForEmail(email)],
  ]
  for (const [event, ask] of asks) {
    const supabase = client('pkce')
    const received: string[] = []
    supabase.auth.onAuthStateChange(name => void received.push(name))
    assert.equal((await ask(supabase)).error, null)
    const code = (await open(email)).searchParams.get('code') ?? ''
    const stranger = await client('pkce').auth.exchangeCodeForSession(code)
    assert.ok(stranger.error, 'who has no verifier gets nothing')
    const { data, error } = await supabase.auth.exchangeCodeForSession(code)
    assert.equal(error, null)
    assert.equal(data.user?.email, email)
    assert.ok(received.includes(event), event)
    const again = await supabase.auth.exchangeCodeForSession(code)
    assert.ok(again.error)
  }
})

test('updateUser changes the address once both agreed; resend sends what is missing', async () => {
  const { supabase, email } = await newPerson()
  const fresh = `new-${email}`
  const { data, error } = await supabase.auth.updateUser({ email: fresh })
  assert.equal(error, null)
  assert.deepEqual([data.user?.email, data.user?.new_email], [email, fresh])
  const half = await open(fresh)
  assert.match(new URLSearchParams(half.hash.slice(1)).get('message') ?? '', /^Confirmation link accepted/)
  const before = readMailbox(program.platform).length
  assert.equal((await client().auth.resend({ type: 'email_change', email })).error, null)
  await program.platform.jobs.drain()
  assert.equal(readMailbox(program.platform).length, before + 1)
  const { code } = newestEmail(program.platform, email)
  const verified = await client().auth.verifyOtp({ type: 'email_change', email, token: code })
  assert.equal(verified.data.user?.email, fresh)
  assert.equal((await supabase.auth.getUser()).data.user?.email, fresh)
  assert.equal((await client().auth.signInWithPassword({ email: fresh, password })).error, null)
  const taken = await supabase.auth.updateUser({ email: (await newPerson()).email })
  assert.equal(taken.error, null, 'a taken address is answered like a free one')
})

test('verifyOtp of one address of two is no error and no session', async () => {
  const { supabase, email } = await newPerson()
  await supabase.auth.updateUser({ email: `half-${email}` })
  await program.platform.jobs.drain()
  const { code } = newestEmail(program.platform, email)
  const { data, error } = await client().auth.verifyOtp({ type: 'email_change', email, token: code })
  assert.equal(error, null)
  assert.equal(data.session, null)
})

test('reauthenticate mails digits that updateUser takes as nonce', async () => {
  const { supabase, email } = await newPerson()
  assert.equal((await supabase.auth.reauthenticate()).error, null)
  await program.platform.jobs.drain()
  const nonce = newestCode(program.platform, email)
  const odd = await supabase.auth.updateUser({
    password: 'một mật khẩu mới',
    nonce: nonce === '000000' ? '1' : '000000',
  })
  assert.deepEqual([odd.error?.status, odd.error?.code], [422, 'reauthentication_not_valid'])
  assert.equal((await supabase.auth.updateUser({ password: 'một mật khẩu mới', nonce })).error, null)
})
