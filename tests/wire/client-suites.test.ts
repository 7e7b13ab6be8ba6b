// The purpose of each setting in docs/client-suites.env.
import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt, decodeProtectedHeader, importJWK, type JWK, SignJWT } from 'jose'
import { type Home, makeHome, type RunningServer, startServer } from '#tests/setup/server-process.ts'

const root = join(import.meta.dirname, '../..')
const profile = parseEnv(readFileSync(join(root, 'docs/client-suites.env'), 'utf8')) as Record<string, string>
const demo = { iss: 'supabase-demo', exp: 1983812996 }
const password = 'qx7-pz'

describe('the profile of the clients’ own suites', () => {
  let home: Home
  let server: RunningServer
  let anonKey: string
  let serviceKey: string
  let signing: JWK

  before(async () => {
    const ownPlace = ['PORT', 'DATA_DIR', 'PUBLIC_URL', 'HOST']
    home = await makeHome(Object.fromEntries(Object.entries(profile).filter(([name]) => !ownPlace.includes(name))))
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    signing = {
      ...privateKey.export({ format: 'jwk' }),
      kid: randomUUID(),
      alg: 'RS256',
      use: 'sig',
      key_ops: ['sign', 'verify'],
    }
    home.settings['JWT_KEYS_FILE'] = join(home.dataDir, 'signing_keys.json')
    writeFileSync(home.settings['JWT_KEYS_FILE'], JSON.stringify([signing]))
    home.settings['TEST_SEED_SQL'] = join(root, 'tests/wire/rest/workshop.sql')
    server = await startServer(home)
    const secret = new TextEncoder().encode(profile['JWT_SECRET'])
    anonKey = await new SignJWT({ ...demo, role: 'anon' }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret)
    serviceKey = await new SignJWT({ ...demo, role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(secret)
  })
  after(async () => {
    await server?.stop()
    await home?.remove()
  })

  const client = (key = anonKey): SupabaseClient =>
    createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  const newAddress = () => `${randomUUID()}@example.vn`
  async function signedUp() {
    const one = client()
    const email = newAddress()
    const { data, error } = await one.auth.signUp({ email, password })
    assert.equal(error, null)
    assert.ok(data.session)
    return { one, email, session: data.session }
  }
  type Email = { to: string; text: string }
  async function emailsTo(to: string, count: number): Promise<Email[]> {
    const folder = join(home.dataDir, 'mail')
    for (const until = performance.now() + 30_000; ; await wait(50)) {
      const files = existsSync(folder) ? readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8')) : []
      const whole = files.filter(text => text.trimEnd().endsWith('}')) // another may still be being written
      const found = whole.map(text => JSON.parse(text) as Email).filter(mail => mail.to.includes(to))
      if (found.length >= count) return found
      assert.ok(performance.now() < until, `${found.length} of ${count} mails came`)
    }
  }
  async function get(path: string, headers: Record<string, string> = {}) {
    const answer = await fetch(`${server.url}${path}`, { headers: { apikey: anonKey, ...headers }, redirect: 'manual' })
    return { status: answer.status, text: await answer.text() }
  }

  test('names nothing that is not a setting', () => {
    const known = readFileSync(join(root, '.env.example'), 'utf8')
    for (const name of [...Object.keys(profile), 'JWT_KEYS_FILE', 'TEST_SEED_SQL'])
      assert.match(known, new RegExp(`^# ${name}=`, 'm'), name)
  })

  test('each test switch in use is said at the start', () => {
    for (const name of ['AUTH_RATE_LIMITS', 'HUMAN_CHECK', 'AUTH_AUTOCONFIRM', 'TEST_SEED_SQL'])
      assert.match(server.output(), new RegExp(`^${name}=`, 'm'))
  })

  test('sign-up by e-mail, confirmed at once, with six characters, without a human check, under the prefix', async () => {
    const settings = JSON.parse((await get('/auth/v1/settings')).text)
    const { email, google, phone, anonymous_users: anonymous } = settings.external
    assert.deepEqual([email, google, phone, anonymous], [true, true, false, false])
    assert.deepEqual([settings.disable_signup, settings.mailer_autoconfirm], [false, true])
    assert.doesNotMatch((await get('/settings')).text, /mailer_autoconfirm/)
    const { session } = await signedUp()
    assert.equal(session.expires_in, 3600)
    const short = await client().auth.signUp({ email: newAddress(), password: 'qx7-p' })
    assert.match(short.error?.message ?? '', /Password should be at least 6 characters/)
  })

  test('people’s tokens are of the file’s key and the issuer named; programs’ keys of either', async () => {
    const { session } = await signedUp()
    const { alg, kid } = decodeProtectedHeader(session.access_token)
    assert.deepEqual([alg, kid], ['RS256', signing.kid])
    assert.equal(decodeJwt(session.access_token).iss, profile['JWT_ISSUER'])
    assert.match((await get('/auth/v1/.well-known/jwks.json')).text, new RegExp(signing.kid ?? ''))
    assert.equal((await client().auth.getClaims(session.access_token)).data?.claims.sub, session.user.id)
    const byFile = await new SignJWT({ ...demo, role: 'service_role' })
      .setProtectedHeader({ alg: 'RS256', kid: signing.kid ?? '' })
      .sign(await importJWK({ ...signing, key_ops: ['sign'] }, 'RS256'))
    for (const key of [serviceKey, byFile]) assert.equal((await client(key).auth.admin.listUsers()).error, null)
    assert.equal((await client().auth.admin.listUsers()).error?.status, 403)
  })

  test('a refresh token used twice at once gives one pair', async () => {
    const { session } = await signedUp()
    const again = () => client().auth.refreshSession({ refresh_token: session.refresh_token })
    const [first, second] = [await again(), await again()]
    assert.ok(first.data.session)
    assert.equal(first.data.session.refresh_token, second.data.session?.refresh_token)
  })

  test('mails may follow one another after a second, with six digits; tries are not limited', async () => {
    const { email } = await signedUp()
    assert.equal((await client().auth.signInWithOtp({ email })).error, null)
    const [mail] = await emailsTo(email, 1)
    assert.match(mail?.text ?? '', /(^|\D)\d{6}(\D|$)/)
    await wait(1100)
    assert.equal((await client().auth.signInWithOtp({ email })).error, null)
    await emailsTo(email, 2)
    const wrong = await Promise.all(
      Array.from({ length: 14 }, () => client().auth.signInWithPassword({ email, password: 'wrong-one' })),
    )
    assert.deepEqual(new Set(wrong.map(answer => answer.error?.code)), new Set(['invalid_credentials']))
  })

  test('a link leads only to the addresses allowed', async () => {
    const { email } = await signedUp()
    const link = async (redirectTo: string, count: number) => {
      await wait(1100)
      await client().auth.resetPasswordForEmail(email, { redirectTo })
      return (await emailsTo(email, count)).map(mail => decodeURIComponent(mail.text)).join('\n')
    }
    assert.match(await link('http://localhost:5173/back', 1), /redirect_to=http:\/\/localhost:5173\/back/)
    assert.doesNotMatch(await link('https://evil.example/back', 2), /evil\.example/)
  })

  test('a new address is confirmed at once too, a new password needs nothing more, a further sign-in is not linked by hand', async () => {
    const { one } = await signedUp()
    assert.equal((await one.auth.updateUser({ password: 'qx8-pz' })).error, null)
    const next = newAddress()
    const changed = await one.auth.updateUser({ email: next })
    assert.equal(changed.error, null)
    assert.equal(changed.data.user?.email, next)
    assert.match(
      (await one.auth.linkIdentity({ provider: 'google' })).error?.message ?? '',
      /Manual linking is disabled/,
    )
  })

  test('a second step can be set up', async () => {
    const { one } = await signedUp()
    assert.equal((await one.auth.mfa.enroll({ factorType: 'totp' })).error, null)
  })

  test('files up to 50 MiB', async () => {
    const storage = client(serviceKey).storage
    const name = randomUUID()
    assert.equal((await storage.createBucket(name, { public: false, fileSizeLimit: 52_428_800 })).error, null)
    assert.ok((await storage.updateBucket(name, { public: false, fileSizeLimit: 52_428_801 })).error)
  })

  test('the seed’s tables and functions are there, for rows written and read', async () => {
    const db = client()
    assert.equal((await db.from('tools').insert([{ name: 'Búa' }, { name: 'Kìm', price: 3 }])).status, 201)
    assert.equal((await db.from('tools').upsert({ name: 'Kìm', price: 4 }, { onConflict: 'name' })).status, 200)
    assert.equal((await db.from('tools').update({ kind: 'big' }).eq('name', 'Búa').select().single()).data?.kind, 'big')
    assert.equal((await db.from('tools').delete().eq('name', 'Búa')).status, 204)
    assert.deepEqual((await db.from('tools').select('name,price')).data, [{ name: 'Kìm', price: 4 }])
    assert.equal((await db.rpc('add', { a: 1, b: 2 })).data, 3)
    assert.equal((await db.from('tools').insert({ name: 'x' }).rollback()).status, 201)
    assert.equal((await db.from('tools').select('id', { count: 'exact', head: true })).count, 1)
    assert.equal((await db.from('plans').update({ code: 'x' }).neq('code', '')).status, 401)
    assert.equal((await client(serviceKey).from('plans').update({ code: 'x' }).neq('code', '')).status, 403)
  })

  test('the common trigger on auth.users makes each new person’s row of what they said of themselves', async () => {
    const email = newAddress()
    const options = { data: { full_name: 'Lê Thị Mai' } }
    const { data, error } = await client().auth.signUp({ email, password: 'qx7-pwz', options })
    assert.equal(error, null)
    const session = data.session
    assert.ok(session)
    const db = client()
    await db.auth.setSession(session)
    const own = () => db.from('profiles').select('full_name,language').eq('id', session.user.id)
    assert.deepEqual((await own()).data, [{ full_name: 'Lê Thị Mai', language: 'email' }])
    await db.from('profiles').update({ full_name: 'Mai' }).eq('id', session.user.id)
    assert.deepEqual((await own()).data, [{ full_name: 'Mai', language: 'email' }])
    const foreign = client()
    await foreign.auth.setSession((await signedUp()).session)
    await foreign.from('profiles').update({ full_name: 'kẻ khác' }).eq('id', session.user.id)
    assert.deepEqual((await own()).data, [{ full_name: 'Mai', language: 'email' }])
    assert.equal((await client(serviceKey).auth.admin.deleteUser(session.user.id)).error, null)
    assert.deepEqual((await own()).data ?? [], [])
  })

  test('a password that everybody guesses may be chosen, and pages of other origins send what headers they like', async () => {
    const common = await client().auth.signUp({ email: newAddress(), password: 'password123' })
    assert.equal(common.error, null)
    const asks = (headers: string) =>
      fetch(`${server.url}/rest/v1/tools`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://app.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': headers,
        },
      })
    const allowed = async (headers: string) => (await asks(headers)).headers.get('access-control-allow-headers')
    assert.equal(await allowed('x-my-app, traceparent'), 'x-my-app, traceparent')
    assert.match((await allowed('x-bad\u00a0header')) ?? '', /^apikey, /)
    assert.equal((await asks('apikey')).headers.get('access-control-allow-origin'), '*')
    assert.equal((await asks('apikey')).headers.get('access-control-allow-credentials'), null)
  })

  test('a second start does not run the same seed again, but one that was changed', async () => {
    await server.stop()
    server = await startServer(home)
    assert.deepEqual((await client().from('tools').select('name')).data, [{ name: 'Kìm' }])
    await server.stop()
    const changed = join(home.dataDir, 'seed.sql')
    writeFileSync(changed, 'create table public.later (id int primary key); grant select on public.later to anon')
    home.settings['TEST_SEED_SQL'] = changed
    server = await startServer(home)
    assert.deepEqual((await client().from('later').select()).data, [])
  })
})
