import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { decodeProtectedHeader, exportJWK, SignJWT } from 'jose'
import { type FakeClock, fakeClock, seconds } from '#platform/clock.ts'
import { runCommand } from '#server/run-command.ts'
import { startListening } from '../listening.ts'

const credentials = { email: 'hanh@mocan.vn', password: 'hoa sen trắng' }
const settings = { AUTH_RATE_LIMITS: 'off', AUTH_AUTOCONFIRM: 'on' }

test('rotate-keys signs nobody out; the published keys check older and newer tokens', async t => {
  // The client judges tokens by the real clock.
  const clock = fakeClock(new Date().toISOString())
  const server = await startListening<FakeClock>(clock, settings)
  t.after(() => server.close())
  const supabase = server.client()
  const before = (await supabase.auth.signUp(credentials)).data.session?.access_token ?? ''
  const output = await runCommand(server.platform, ['rotate-keys'])
  clock.advance(seconds(5))
  assert.equal((await supabase.auth.getUser()).error, null)
  const after = (await supabase.auth.refreshSession()).data.session?.access_token ?? ''
  const { kid } = decodeProtectedHeader(after)
  assert.ok(kid && output.includes(kid))
  assert.notEqual(decodeProtectedHeader(before).kid, kid)
  for (const token of [before, after]) {
    assert.ok((await server.client().auth.getClaims(token)).data?.claims.sub)
    assert.ok((await server.client().auth.getUser(token)).data.user)
  }
})

test('JWT_KEYS_FILE: tokens are signed by RS256, and a key of the file may make programs’ keys', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-keys-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const path = join(folder, 'signing_keys.json')
  const jwk = { ...(await exportJWK(privateKey)), kid: 'main', alg: 'RS256', key_ops: ['sign', 'verify'] }
  writeFileSync(path, JSON.stringify([jwk]))
  const server = await startListening<FakeClock>(fakeClock(new Date().toISOString()), {
    ...settings,
    JWT_KEYS_FILE: path,
  })
  t.after(() => server.close())
  await assert.rejects(runCommand(server.platform, ['rotate-keys']), /put a new one first/)

  const keyFor = (role: string) =>
    new SignJWT({ role, iss: 'supabase-demo' })
      .setProtectedHeader({ alg: 'RS256', kid: 'main' })
      .setExpirationTime(1_983_812_996)
      .sign(privateKey)
  const open = async (role: string) =>
    createClient(server.url, await keyFor(role), { auth: { persistSession: false, autoRefreshToken: false } })
  const supabase = await open('anon')
  const { data, error } = await supabase.auth.signUp(credentials)
  assert.equal(error, null)
  const token = data.session?.access_token ?? ''
  assert.equal(decodeProtectedHeader(token).alg, 'RS256')
  assert.equal((await supabase.auth.getClaims(token)).data?.claims.sub, data.user?.id)
  for (const role of ['service_role', 'supabase_admin']) {
    assert.equal((await (await open(role)).auth.admin.listUsers()).data.users.length, 1, role)
  }
  assert.equal((await supabase.auth.admin.listUsers()).error?.code, 'not_admin')
  assert.equal(
    (await server.client().auth.signInWithPassword(credentials)).error,
    null,
    'keys of the shared secret serve',
  )
})
