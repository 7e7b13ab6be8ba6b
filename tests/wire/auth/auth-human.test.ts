import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { systemClock } from '#platform/clock.ts'
import { solveWork, type Work } from '#shared/rules/website/proof-of-work.ts'
import { newestEmail } from '#tests/drivers/mailbox.ts'
import { programForTests } from '#tests/setup/program.ts'

const password = 'hoa sen trắng'
const email = 'human@shop.example'
const program = programForTests({
  clock: systemClock,
  settings: { AUTH_RATE_LIMITS: 'off', HUMAN_CHECK: 'auto' },
  listen: true,
})

function client(): SupabaseClient {
  return createClient(program.origin, program.platform.tokens.anonKey, {
    auth: { autoRefreshToken: false, persistSession: false },
  })
}

async function proof(): Promise<{ captchaToken: string }> {
  const asked = (await (await fetch(`${program.origin}/api/v1/human-check`)).json()) as Work
  return { captchaToken: `pow:${asked.challenge}:${await solveWork(asked, async () => {})}` }
}

test('every call of a stranger carries its own token', async () => {
  const { auth } = client()
  const calls = {
    signUp: (options: object) => auth.signUp({ email, password, options }),
    resend: (options: object) => auth.resend({ type: 'signup', email, options }),
    resetPasswordForEmail: (options: object) => auth.resetPasswordForEmail(email, options),
    signInWithOtp: (options: object) => auth.signInWithOtp({ email, options }),
  }
  for (const [name, call] of Object.entries(calls)) {
    const bare = await call({})
    assert.deepEqual([bare.error?.status, bare.error?.code], [400, 'captcha_failed'], name)
    const token = await proof()
    assert.equal((await call(token)).error, null, name)
    assert.equal((await call(token)).error?.code, 'captcha_failed', name)
  }
  await program.platform.jobs.drain()
  const { link } = newestEmail(program.platform, email)
  const type = link.searchParams.get('type') === 'recovery' ? 'recovery' : 'signup'
  const token_hash = link.searchParams.get('token') ?? ''
  const verified = await client().auth.verifyOtp({ type, token_hash })
  assert.equal(verified.error, null)
  const refreshed = await client().auth.refreshSession({
    refresh_token: verified.data.session?.refresh_token ?? '',
  })
  assert.equal(refreshed.error, null)
})

test('signInWithPassword', async () => {
  const bare = await client().auth.signInWithPassword({ email, password })
  assert.equal(bare.error?.code, 'captcha_failed')
  const options = await proof()
  const { error } = await client().auth.signInWithPassword({ email, password: 'wrong', options })
  assert.equal(error?.code, 'invalid_credentials')
})
