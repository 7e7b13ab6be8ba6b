// Passkeys that are not the owner's, are used twice, elsewhere, or to climb from a password to both steps.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { gatherPerson } from '#features/operations/gather-person.ts'
import { minutes } from '#platform/clock.ts'
import { requireFreshSecondStep } from '#platform/http/second-step.ts'
import { newId } from '#platform/ids.ts'
import { forgetChallenges } from '#supabase/auth/passkeys/challenges.ts'
import { totpDigits } from '#supabase/auth/second-step/totp.ts'
import { type AuthDriver, openDesk } from '#tests/drivers/auth-driver.ts'
import { newestEmail, readMailbox } from '#tests/drivers/mailbox.ts'
import { type Bent, type SoftPasskey, softPasskey } from '#tests/drivers/soft-passkey.ts'

const email = 'hanh@mocan.vn'
const password = 'hoa sen trắng'

async function opened(t: TestContext, settings: Record<string, string> = {}) {
  const desk = await openDesk(t, { AUTH_MAIL_GAP_SECONDS: '0', ...settings })
  const { access_token: bearer } = await desk.confirmed(email, password)
  await desk.platform.jobs.drain()
  return { desk, bearer }
}

type Challenge = { challenge_id: string; options: object }

async function ask(desk: AuthDriver, what: 'registration' | 'authentication', bearer?: string): Promise<Challenge> {
  const { status, body } = await desk.call(`POST /passkeys/${what}/options`, {}, bearer ? { bearer } : {})
  assert.equal(status, 200, body.message)
  return body as unknown as Challenge
}

async function add(desk: AuthDriver, bearer: string, passkey: SoftPasskey, bent: Bent = {}) {
  const { challenge_id, options } = await ask(desk, 'registration', bearer)
  const credential = passkey.made(options, bent)
  return desk.call('POST /passkeys/registration/verify', { challenge_id, credential }, { bearer })
}

async function signIn(desk: AuthDriver, passkey: SoftPasskey, bent: Bent = {}) {
  const { challenge_id, options } = await ask(desk, 'authentication')
  return desk.call('POST /passkeys/authentication/verify', { challenge_id, credential: passkey.shown(options, bent) })
}

async function withPasskey(t: TestContext, settings: Record<string, string> = {}) {
  const { desk, bearer } = await opened(t, settings)
  const passkey = softPasskey()
  const added = await add(desk, bearer, passkey)
  assert.equal(added.status, 200, added.text)
  return { desk, bearer, passkey, passkeyId: added.body.id }
}

async function mailedIn(desk: AuthDriver): Promise<string> {
  await desk.call('POST /otp', { email, create_user: false })
  await desk.platform.jobs.drain()
  const token_hash = newestEmail(desk.platform, email).link.searchParams.get('token')
  return (await desk.call('POST /verify', { type: 'magiclink', token_hash })).body.access_token
}

function acts(desk: AuthDriver) {
  return desk.platform.db.asService(null, async tx => {
    const { rows } = await sql<{ action: string }>`select action from audit_log order by at, id`.execute(tx)
    return rows.map(({ action }) => action)
  })
}

test('it opens a session of both steps, and the owner is told of it', async t => {
  const { desk, passkey } = await withPasskey(t)
  const { status, body } = await signIn(desk, passkey)
  assert.equal(status, 200)
  const [, payload = ''] = body.access_token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  assert.deepEqual([claims['aal'], (claims['amr'] as { method: string }[])[0]?.method], ['aal2', 'passkey'])
  await desk.platform.jobs.drain()
  assert.match(readMailbox(desk.platform).at(-1)?.subject ?? '', /khoá truy cập/)
  assert.ok((await acts(desk)).includes('person.passkey-added'))
})

test('an answer works once, within five minutes, and only for what was asked', async t => {
  const { desk, passkey } = await withPasskey(t)
  const asked = await ask(desk, 'authentication')
  const answer = { challenge_id: asked.challenge_id, credential: passkey.shown(asked.options) }
  assert.equal((await desk.call('POST /passkeys/authentication/verify', answer)).status, 200)
  const replayed = await desk.call('POST /passkeys/authentication/verify', answer)
  assert.deepEqual([replayed.status, replayed.body.code], [400, 'webauthn_challenge_not_found'])

  const old = await ask(desk, 'authentication')
  desk.platform.clock.advance(minutes(5))
  const late = { challenge_id: old.challenge_id, credential: passkey.shown(old.options) }
  assert.equal((await desk.call('POST /passkeys/authentication/verify', late)).body.code, 'webauthn_challenge_expired')

  const { access_token: whole } = (await signIn(desk, passkey)).body
  const mixed = await ask(desk, 'registration', whole)
  const wrong = { challenge_id: mixed.challenge_id, credential: passkey.shown(mixed.options) }
  assert.equal(
    (await desk.call('POST /passkeys/authentication/verify', wrong)).body.code,
    'webauthn_challenge_not_found',
  )
  const one = await ask(desk, 'authentication')
  const two = await ask(desk, 'authentication')
  const crossed = { challenge_id: one.challenge_id, credential: passkey.shown(two.options) }
  assert.equal(
    (await desk.call('POST /passkeys/authentication/verify', crossed)).body.code,
    'webauthn_verification_failed',
  )
  const wasted = { challenge_id: one.challenge_id, credential: passkey.shown(one.options) }
  assert.equal(
    (await desk.call('POST /passkeys/authentication/verify', wasted)).body.code,
    'webauthn_challenge_not_found',
    'a wrong answer spends it too',
  )
})

test('of ten that send the same answer at once, one gets in', async t => {
  const { desk, passkey } = await withPasskey(t)
  const { challenge_id, options } = await ask(desk, 'authentication')
  const answer = { challenge_id, credential: passkey.shown(options) }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => desk.call('POST /passkeys/authentication/verify', answer)),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('other sites, other purposes, other people, and a key without a finger are refused', async t => {
  const { desk, passkey } = await withPasskey(t)
  const bents: Bent[] = [
    { origin: 'https://sen.example.evil' },
    { origin: 'http://localhost:3001' },
    { rpId: 'evil.example' },
    { verified: false },
    { type: 'webauthn.create' },
    { userHandle: Buffer.from(newId().replaceAll('-', ''), 'hex').toString('base64url') },
    { userHandle: 'AA' },
  ]
  for (const bent of bents) {
    const { status, body } = await signIn(desk, passkey, bent)
    assert.deepEqual([status, body.code], [400, 'webauthn_verification_failed'], JSON.stringify(bent))
  }
  const forged = await signIn(desk, softPasskey(), { id: passkey.id })
  assert.equal(forged.body.code, 'webauthn_verification_failed', 'the name of a key is not the key')
  const { access_token: fresh } = (await signIn(desk, passkey)).body
  for (const bent of bents.slice(0, 4)) {
    const { status, body } = await add(desk, fresh, softPasskey(), bent)
    assert.deepEqual([status, body.code], [400, 'webauthn_verification_failed'], JSON.stringify(bent))
  }
  await desk.platform.jobs.drain()
  assert.ok((await acts(desk)).includes('person.sign-in-failed'))
})

test('a stranger’s key is unknown, and asking tells nothing of any account', async t => {
  const { desk } = await withPasskey(t)
  const { status, body } = await signIn(desk, softPasskey())
  assert.deepEqual([status, body.code], [400, 'webauthn_credential_not_found'])
  const shapes = []
  for (const who of [email, 'nobody@shop.example', undefined]) {
    const answer = await desk.call('POST /passkeys/authentication/options', { email: who })
    const { options } = answer.body as unknown as { options: object }
    shapes.push(JSON.stringify([answer.status, { ...options, challenge: '' }]))
  }
  assert.equal(new Set(shapes).size, 1)
  assert.ok(!shapes[0]?.includes('"id"'), 'no key is named')
})

test('a key whose count goes back has a copy: it is refused and stands in the log', async t => {
  const { desk, passkey } = await withPasskey(t)
  assert.equal((await signIn(desk, passkey, { count: 7 })).status, 200)
  for (const count of [7, 6, 0]) {
    const { status, body } = await signIn(desk, passkey, { count })
    assert.deepEqual([status, body.code], [400, 'webauthn_verification_failed'], String(count))
  }
  await desk.platform.jobs.drain()
  assert.equal((await acts(desk)).filter(act => act === 'person.passkey-refused').length, 3)
  assert.equal((await signIn(desk, passkey, { count: 8 })).status, 200)

  const free = softPasskey({ counts: false })
  const { body } = await signIn(desk, passkey, { count: 9 })
  assert.equal((await add(desk, body.access_token, free)).status, 200)
  for (let round = 0; round < 2; round++) assert.equal((await signIn(desk, free)).status, 200, 'one that never counts')
})

test('who has a password alone adds no passkey and no app to what is worth more', async t => {
  const { desk, passkey } = await withPasskey(t)
  const { access_token: bearer } = await desk.signIn(email, password)
  const more = await desk.call('POST /passkeys/registration/options', {}, { bearer })
  assert.deepEqual([more.status, more.body.code], [403, 'insufficient_aal'])
  const app = await desk.call('POST /factors', { factor_type: 'totp' }, { bearer })
  assert.deepEqual([app.status, app.body.code], [403, 'insufficient_aal'])
  const whole = (await signIn(desk, passkey)).body.access_token
  assert.equal((await add(desk, whole, softPasskey())).status, 200)
  assert.equal((await desk.call('POST /factors', { factor_type: 'totp' }, { bearer: whole })).status, 200)
})

test('a question asked before the first passkey was there adds no second one by a password', async t => {
  const { desk, bearer } = await opened(t)
  const { access_token: thief } = await desk.signIn(email, password)
  const before = await ask(desk, 'registration', thief)
  assert.equal((await add(desk, bearer, softPasskey())).status, 200)
  const credential = softPasskey().made(before.options)
  const late = { challenge_id: before.challenge_id, credential }
  const { body } = await desk.call('POST /passkeys/registration/verify', late, { bearer: thief })
  assert.equal(body.code, 'insufficient_aal')
})

test('half a session lists, adds, renames and removes nothing; a passkey is both steps', async t => {
  const { desk, passkey, passkeyId } = await withPasskey(t)
  const whole = (await signIn(desk, passkey)).body.access_token
  const { body: factor } = await desk.call('POST /factors', { factor_type: 'totp' }, { bearer: whole })
  const { body: challenge } = await desk.call(`POST /factors/${factor.id}/challenge`, {}, { bearer: whole })
  const secret = (factor as unknown as { totp: { secret: string } }).totp.secret
  const proof = { challenge_id: challenge.id, code: totpDigits(secret, desk.platform.clock.now()) }
  assert.equal((await desk.call(`POST /factors/${factor.id}/verify`, proof, { bearer: whole })).status, 200)
  for (const half of [(await desk.signIn(email, password)).access_token, await mailedIn(desk)]) {
    for (const address of [
      'GET /passkeys',
      'POST /passkeys/registration/options',
      `DELETE /passkeys/${passkeyId}`,
    ] as const) {
      const { status, body } = await desk.call(address, address.startsWith('GET') ? undefined : {}, { bearer: half })
      assert.deepEqual([status, body.code], [403, 'insufficient_aal'], address)
    }
  }
  const again = (await signIn(desk, passkey)).body.access_token
  assert.equal((await desk.call('GET /passkeys', undefined, { bearer: again })).status, 200)
  await desk.call(`DELETE /factors/${factor.id}`, undefined, { bearer: again })
  assert.equal((await desk.call('GET /passkeys', undefined, { bearer: again })).status, 200)
})

test('a found screen adds and removes nothing after a quarter of an hour', async t => {
  const { desk, passkey, passkeyId } = await withPasskey(t)
  const { access_token: bearer } = (await signIn(desk, passkey)).body
  desk.platform.clock.advance(minutes(16))
  for (const address of ['POST /passkeys/registration/options', `DELETE /passkeys/${passkeyId}`] as const) {
    const { status, body } = await desk.call(address, {}, { bearer })
    assert.deepEqual([status, body.code], [400, 'reauthentication_needed'], address)
  }
})

test('a passkey that a thief added survives a new password, is named in the mail, and goes by the mailbox', async t => {
  const { desk, passkey, passkeyId } = await withPasskey(t)
  const mailed = await mailedIn(desk)
  const fresh = { password: 'một mật khẩu mới hẳn' }
  assert.equal((await desk.call('PUT /user', fresh, { bearer: mailed })).status, 200)
  await desk.platform.jobs.drain()
  assert.match(readMailbox(desk.platform).at(-1)?.text ?? '', /Các khoá truy cập vẫn mở được/)
  const stolen = (await signIn(desk, passkey)).body.access_token
  const { access_token: byPassword } = await desk.signIn(email, fresh.password)
  const refused = await desk.call(`DELETE /passkeys/${passkeyId}`, undefined, { bearer: byPassword })
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_aal'])
  assert.equal((await desk.call(`DELETE /passkeys/${passkeyId}`, undefined, { bearer: mailed })).status, 204)
  assert.equal((await desk.call('GET /user', undefined, { bearer: stolen })).status, 403, 'what it opened ends with it')
  assert.equal((await signIn(desk, passkey)).body.code, 'webauthn_credential_not_found')
})

test('where a second step is asked of a person, the mailbox alone takes no passkey away', async t => {
  const { desk, passkey, passkeyId } = await withPasskey(t)
  await desk.platform.db.asService(null, tx => sql`update people set is_operator = true`.execute(tx))
  const bearer = await mailedIn(desk)
  const { status, body } = await desk.call(`DELETE /passkeys/${passkeyId}`, undefined, { bearer })
  assert.deepEqual([status, body.code], [403, 'insufficient_aal'])
  const whole = (await signIn(desk, passkey)).body.access_token
  assert.equal((await desk.call(`DELETE /passkeys/${passkeyId}`, undefined, { bearer: whole })).status, 204)
})

test('an admin of a shop that requires SSO loses no passkey by the mailbox: it would lead to a new app, and the shop', async t => {
  const { desk, passkey, passkeyId } = await withPasskey(t)
  const now = desk.platform.clock.now()
  await desk.platform.db.asService(null, tx =>
    sql`insert into sso_connections (workspace_id, id, issuer, client_id, enabled, required, changed_at)
      select workspace_id, ${newId()}, 'https://login.example', 'x', true, true, ${now} from members`.execute(tx),
  )
  const bearer = await mailedIn(desk)
  const { status, body } = await desk.call(`DELETE /passkeys/${passkeyId}`, undefined, { bearer })
  assert.deepEqual([status, body.code], [403, 'insufficient_aal'])

  const { access_token: whole } = (await signIn(desk, passkey)).body
  const promised = () => readMailbox(desk.platform).at(-1)?.text ?? ''
  assert.equal((await add(desk, whole, softPasskey())).status, 200)
  await desk.platform.jobs.drain()
  assert.match(promised(), /nhờ ngay một quản trị viên khác/)
  assert.doesNotMatch(promised(), /Gửi tôi liên kết đăng nhập/, 'no way that is closed')
})

test('a password alone ends no session that a passkey opened', async t => {
  const { desk, passkey } = await withPasskey(t)
  const { access_token: whole } = (await signIn(desk, passkey)).body
  const { access_token: half } = await desk.signIn(email, password)
  assert.equal((await desk.call('POST /logout?scope=global', {}, { bearer: half })).status, 204)
  assert.equal((await desk.call('GET /user', undefined, { bearer: whole })).status, 200)
  assert.equal((await desk.call('GET /user', undefined, { bearer: half })).status, 403)
})

test('who opens the mail keeps no passkey from before, and an unconfirmed account gets none', async t => {
  const desk = await openDesk(t)
  await desk.call('POST /signup', { email, password })
  await desk.platform.jobs.drain()
  const [session, now] = [newId(), desk.platform.clock.now()]
  const bearer = await desk.platform.db.asService(null, async tx => {
    const { rows } = await sql<{ id: string }>`select id from auth.users`.execute(tx)
    const sub = rows[0]?.id ?? ''
    const amr = [{ method: 'password', timestamp: Math.floor(now.getTime() / 1000) }]
    await sql`insert into auth.sessions (id, user_id, amr, created_at)
      values (${session}, ${sub}, ${JSON.stringify(amr)}::jsonb, ${now})`.execute(tx)
    await sql`insert into auth.passkeys (id, user_id, credential_id, public_key, friendly_name, backup_eligible, backed_up, created_at)
      values (${newId()}, ${sub}, 'stranger', 'x', 'x', false, false, ${now})`.execute(tx)
    const claims = { role: 'authenticated', sub, session_id: session, email, aal: 'aal1' } as const
    return (await desk.platform.tokens.signAccess(claims)).token
  })
  const { status, body } = await desk.call('POST /passkeys/registration/options', {}, { bearer })
  assert.deepEqual([status, body.code], [403, 'email_not_confirmed'])
  const token_hash = newestEmail(desk.platform, email).link.searchParams.get('token')
  await desk.call('POST /verify', { type: 'signup', token_hash })
  const { rows } = await desk.platform.db.asService(null, tx => sql`select id from auth.passkeys`.execute(tx))
  assert.deepEqual(rows, [])
})

test('another’s passkey is neither renamed nor removed, and another’s question not answered', async t => {
  const { desk, bearer, passkeyId } = await withPasskey(t)
  const { access_token: stranger } = await desk.confirmed('ke-la@shop.example', password)
  for (const [address, body] of [
    [`PATCH /passkeys/${passkeyId}`, { friendly_name: 'Của tôi' }],
    [`DELETE /passkeys/${passkeyId}`, undefined],
  ] as const) {
    const answer = await desk.call(address, body, { bearer: stranger })
    assert.deepEqual([answer.status, answer.body.code], [404, 'validation_failed'])
  }
  assert.equal((await desk.call('GET /passkeys', undefined, { bearer: stranger })).text, '[]')
  const asked = await ask(desk, 'registration', stranger)
  const other = await desk.signIn('ke-la@shop.example', password)
  const stolen = { challenge_id: asked.challenge_id, credential: softPasskey().made(asked.options) }
  const answer = await desk.call('POST /passkeys/registration/verify', stolen, { bearer: other.access_token })
  assert.equal(answer.body.code, 'webauthn_challenge_not_found')
  assert.match((await desk.call('GET /passkeys', undefined, { bearer })).text, /friendly_name/)
})

test('a locked account does not open, a closed one leaves no passkey, and old questions are forgotten', async t => {
  const { desk, passkey } = await withPasskey(t)
  const { platform } = desk
  await platform.db.asService(null, tx => sql`update auth.users set banned_until = '2999-01-01'`.execute(tx))
  assert.deepEqual((await signIn(desk, passkey)).body.code, 'user_banned')
  await ask(desk, 'authentication')
  platform.clock.advance(minutes(5))
  await forgetChallenges(platform)
  await platform.db.asService(null, tx => sql`delete from auth.users`.execute(tx))
  const { rows } = await platform.db.asService(null, tx =>
    sql`select id from auth.passkeys union all select id from auth.passkey_challenges`.execute(tx),
  )
  assert.deepEqual(rows, [])
})

test('the last way in stays where no mail lets in', async t => {
  const { desk, passkey, passkeyId } = await withPasskey(t)
  Object.assign(desk.platform.config, { AUTH_EMAIL: false })
  const { access_token: bearer } = (await signIn(desk, passkey)).body
  const last = await desk.call(`DELETE /passkeys/${passkeyId}`, undefined, { bearer })
  assert.deepEqual([last.status, last.body.code], [422, 'single_identity_not_deletable'])
  assert.equal((await add(desk, bearer, softPasskey())).status, 200)
  assert.equal((await desk.call(`DELETE /passkeys/${passkeyId}`, undefined, { bearer })).status, 204)
})

test('twenty are enough', async t => {
  const { desk, passkey } = await withPasskey(t)
  const now = desk.platform.clock.now()
  await desk.platform.db.asService(null, async tx => {
    for (let at = 0; at < 19; at++) {
      await sql`insert into auth.passkeys (id, user_id, credential_id, public_key, friendly_name, backup_eligible, backed_up, created_at)
        select ${newId()}, id, ${`key ${at}`}, 'x', 'x', false, false, ${now} from auth.users`.execute(tx)
    }
  })
  const { access_token: bearer } = (await signIn(desk, passkey)).body
  const { status, body } = await desk.call('POST /passkeys/registration/options', {}, { bearer })
  assert.deepEqual([status, body.code], [422, 'too_many_passkeys'])
})

test('no reader of rows reaches a passkey or a question', async t => {
  const { desk } = await withPasskey(t)
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql`select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
        has_table_privilege('anon', c.oid, 'select, insert, update, delete') as anonymous,
        has_table_privilege('authenticated', c.oid, 'select, insert, update, delete') as person
      from pg_class c where c.oid in ('auth.passkeys'::regclass, 'auth.passkey_challenges'::regclass) order by 1`.execute(
      tx,
    ),
  )
  const closed = { forced: true, anonymous: false, person: false }
  assert.deepEqual(rows, [
    { name: 'passkey_challenges', ...closed },
    { name: 'passkeys', ...closed },
  ])
})

test('money leaves with a passkey of the last quarter of an hour, as with digits', async t => {
  const { platform } = await openDesk(t)
  const at = Math.floor(platform.clock.now().getTime() / 1000)
  const claims = (method: string, timestamp: number, aal = 'aal2') =>
    ({ claims: { role: 'authenticated', aal, amr: [{ method, timestamp }] } }) as const
  requireFreshSecondStep(platform, claims('passkey', at))
  for (const weak of [claims('password', at), claims('passkey', at - 16 * 60), claims('passkey', at, 'aal1')])
    assert.throws(() => requireFreshSecondStep(platform, weak))
})

test('the copy of one’s own data names the passkeys, and not the keys', async t => {
  const { desk, passkey } = await withPasskey(t)
  const gathered = await desk.platform.db.asService(null, async tx => {
    const { rows } = await sql<{ id: string }>`select id from auth.users`.execute(tx)
    return gatherPerson(tx, { id: rows[0]?.id ?? '', leftOut: [] })
  })
  assert.equal(gathered['passkeys']?.length, 1)
  assert.ok(!JSON.stringify(gathered).includes(passkey.id))
})

test('whoever asks without end is held back', async t => {
  const desk = await openDesk(t)
  let last = 0
  for (let at = 0; at < 200 && last !== 429; at++)
    last = (await desk.call('POST /passkeys/authentication/options', {})).status
  assert.equal(last, 429)
})

test('without a name that browsers take, nothing is offered', async t => {
  for (const PUBLIC_URL of ['http://127.0.0.1:3000', 'http://sen.example']) {
    const desk = await openDesk(t, { PUBLIC_URL })
    const { status, body } = await desk.call('POST /passkeys/authentication/options', {})
    assert.deepEqual([status, body.code], [404, 'passkey_disabled'])
    assert.equal((await desk.call('GET /settings')).body['passkeys_enabled'], false)
  }
})
