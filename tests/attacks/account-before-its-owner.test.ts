// A stranger signs up with an address before its owner does. Nothing they set may work once the owner has opened the mail.
import assert from 'node:assert/strict'
import { before, beforeEach, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { pkceChallenge } from '#platform/secrets/pkce-challenge.ts'
import { type AuthDriver, openDesk } from '#tests/drivers/auth-driver.ts'
import { newestEmail } from '#tests/drivers/mailbox.ts'
import { browserOf } from './browser-of.ts'

const strangers = 'của người lạ đặt'
const owners = 'hoa sen trắng'

let desk: AuthDriver
let victim: string
let number = 0

before(async t => {
  desk = await openDesk(t as TestContext, { AUTH_MAIL_GAP_SECONDS: '0', AUTH_RATE_LIMITS: 'off' })
})

beforeEach(() => {
  number += 1
  victim = `chu-nhan-${number}@shop.example`
})

function strangerSignsUp(more: object = {}) {
  const data = { full_name: 'Kẻ Lạ', language: 'en', note: 'gọi 0900…' }
  return desk.call('POST /signup', { email: victim, password: strangers, data, ...more })
}

async function mailed() {
  await desk.platform.jobs.drain()
  return newestEmail(desk.platform, victim)
}

async function opens(password: string): Promise<boolean> {
  const { status } = await desk.call('POST /token?grant_type=password', { email: victim, password })
  return status === 200
}

async function account() {
  await desk.platform.jobs.drain()
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql<{ user_metadata: object; encrypted_password: string | null; full_name: string; workspace: string }>`
      select u.user_metadata, u.encrypted_password, p.full_name, w.name as workspace
      from auth.users u join people p on p.id = u.id left join members m on m.person_id = u.id
      left join workspaces w on w.id = m.workspace_id where u.email = ${victim}`.execute(tx),
  )
  return rows[0]
}

test('the owner signs up later and opens the mail where they did: their password, nothing of the stranger', async () => {
  await strangerSignsUp()
  const own = browserOf(desk)
  const asked = { email: victim, password: owners, data: { full_name: 'Nguyễn Thu Hạnh' } }
  assert.equal((await own.call('POST /signup', asked)).status, 200)
  const back = await own.open((await mailed()).link)
  assert.match(back.hash, /^#access_token=.*&type=signup$/)
  assert.deepEqual([await opens(strangers), await opens(owners)], [false, true])
  const stored = await account()
  assert.deepEqual(stored?.user_metadata, { full_name: 'Nguyễn Thu Hạnh', email_verified: true })
  assert.equal(stored?.full_name, 'Nguyễn Thu Hạnh')
  assert.ok(stored?.workspace.includes('Nguyễn Thu Hạnh'), stored?.workspace)
})

test('the stranger signs up after the owner: the same, by the link and by its digits', async () => {
  for (const way of ['link', 'digits'] as const) {
    victim = `sau-${way}@shop.example`
    const own = browserOf(desk)
    await own.call('POST /signup', { email: victim, password: owners })
    await mailed()
    await strangerSignsUp()
    const { link, code } = await mailed()
    if (way === 'link') await own.open(link)
    else assert.equal((await own.call('POST /verify', { type: 'email', email: victim, token: code })).status, 200)
    assert.deepEqual([await opens(strangers), await opens(owners)], [false, true], way)
  }
})

test('opened where nobody signed up, a new password is asked for, and the first one set is the owner’s', async () => {
  for (const ownerSignsUp of [true, false]) {
    victim = `noi-khac-${ownerSignsUp}@shop.example`
    await strangerSignsUp()
    if (ownerSignsUp) await browserOf(desk).call('POST /signup', { email: victim, password: owners })
    const elsewhere = browserOf(desk)
    const back = await elsewhere.open((await mailed()).link)
    assert.match(back.hash, /&type=welcome$/)
    assert.deepEqual([await opens(strangers), await opens(owners)], [false, false])
    const stored = await account()
    assert.deepEqual(stored?.user_metadata, { email_verified: true })
    assert.equal(stored?.full_name, '')
    const bearer = new URLSearchParams(back.hash.slice(1)).get('access_token') ?? ''
    assert.equal((await elsewhere.call('PUT /user', { password: owners }, { bearer })).status, 200)
    assert.deepEqual([await opens(strangers), await opens(owners)], [false, true])
  }
})

test('programs have no browser to be known by: of two passwords neither is kept, the only one is', async () => {
  await strangerSignsUp()
  await desk.call('POST /signup', { email: victim, password: owners })
  const { code } = await mailed()
  const verified = await desk.call('POST /verify', { type: 'email', email: victim, token: code })
  assert.equal(verified.body['password_needed'], true)
  assert.deepEqual([await opens(strangers), await opens(owners)], [false, false])

  victim = 'mot-minh@shop.example'
  for (const _again of [1, 2]) await desk.call('POST /signup', { email: victim, password: owners })
  const only = await desk.call('POST /verify', { type: 'email', email: victim, token: (await mailed()).code })
  assert.equal(only.body['password_needed'], undefined)
  assert.equal(await opens(owners), true)
})

test('with a challenge the password comes back with the code, to who holds the verifier', async () => {
  const verifier = 'v'.repeat(43)
  const pkce = (secret: string) => ({ code_challenge: pkceChallenge(secret), code_challenge_method: 's256' })
  const sign = (password: string, secret: string) =>
    desk.call('POST /signup', { email: victim, password, data: { full_name: password }, ...pkce(secret) })
  await sign(strangers, 's'.repeat(43))
  await sign(owners, verifier)
  const back = await browserOf(desk).open((await mailed()).link)
  assert.deepEqual([await opens(strangers), await opens(owners)], [false, false])
  const code = back.searchParams.get('code')
  const grant = { auth_code: code, code_verifier: verifier }
  const session = await desk.call('POST /token?grant_type=pkce', grant)
  assert.deepEqual(session.body.user.user_metadata, { full_name: owners, email_verified: true })
  assert.deepEqual([await opens(strangers), await opens(owners)], [false, true])
  assert.equal((await account())?.full_name, owners)
})

test('what the stranger set goes by every other way in too: magic link, recovery, invitation', async () => {
  for (const way of ['otp', 'recover', 'invite'] as const) {
    victim = `cach-${way}@shop.example`
    await strangerSignsUp()
    if (way === 'invite')
      await desk.call('POST /invite', { email: victim }, { bearer: desk.platform.tokens.serviceRoleKey })
    else await desk.call(`POST /${way}`, { email: victim })
    const { link } = await mailed()
    await browserOf(desk).open(link)
    assert.equal(await opens(strangers), false, way)
    assert.deepEqual((await account())?.user_metadata, { email_verified: true }, way)
  }
})

test('words that a stranger gave with a magic link do not become the owner’s', async () => {
  await desk.call('POST /otp', { email: victim, data: { full_name: 'Kẻ Lạ' } })
  await mailed()
  const own = browserOf(desk)
  await own.call('POST /signup', { email: victim, password: owners, data: { full_name: 'Trần Văn Bình' } })
  await own.open((await mailed()).link)
  assert.equal((await account())?.full_name, 'Trần Văn Bình')
  assert.equal(await opens(owners), true)
})

test('sessions, codes, apps and other ways in from before are gone', async () => {
  await strangerSignsUp()
  const now = desk.platform.clock.now()
  const session = newId()
  await desk.platform.db.asService(null, async tx => {
    const { rows } = await sql<{ id: string }>`select id from auth.users where email = ${victim}`.execute(tx)
    const user = rows[0]?.id
    await sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${user}, ${now})`.execute(tx)
    await sql`insert into auth.refresh_tokens (session_id, token_hash, created_at) values (${session}, 'x', ${now})`.execute(
      tx,
    )
    await sql`insert into auth.auth_codes (code_hash, user_id, code_challenge, method, expires_at, created_at)
      values ('x', ${user}, 'x', 'otp', ${now}, ${now})`.execute(tx)
    await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
      values (${newId()}, ${user}, 'totp', 'verified', 'x', ${now}, ${now})`.execute(tx)
    await sql`insert into auth.mfa_recovery_codes (user_id, code_hash, created_at) values (${user}, 'x', ${now})`.execute(
      tx,
    )
    await sql`insert into auth.identities (identity_id, user_id, provider, provider_id, created_at, updated_at)
      values (${newId()}, ${user}, 'google', 'stranger', ${now}, ${now})`.execute(tx)
  })
  await browserOf(desk).open((await mailed()).link)
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql`select (select count(*)::int from auth.sessions where id = ${session}) as sessions,
      (select count(*)::int from auth.auth_codes where code_hash = 'x') as codes,
      (select count(*)::int from auth.mfa_factors where secret = 'x') as factors,
      (select count(*)::int from auth.mfa_recovery_codes where code_hash = 'x') as recovery,
      (select count(*)::int from auth.identities where provider_id = 'stranger') as identities`.execute(tx),
  )
  assert.deepEqual(rows, [{ sessions: 0, codes: 0, factors: 0, recovery: 0, identities: 0 }])
})

test('no referral of the stranger’s is credited for the owner', async () => {
  await desk.confirmed('gioi-thieu@shop.example', owners)
  await desk.platform.jobs.drain()
  const code = await desk.platform.db.asService(null, async tx => {
    const { rows } = await sql<{ code: string }>`select code from referral_codes limit 1`.execute(tx)
    return rows[0]?.code
  })
  await strangerSignsUp({ data: { referral_code: code } })
  const own = browserOf(desk)
  await own.call('POST /signup', { email: victim, password: owners })
  await own.open((await mailed()).link)
  await account()
  const { rows } = await desk.platform.db.asService(null, tx => sql`select id from referrals`.execute(tx))
  assert.deepEqual(rows, [])
})
