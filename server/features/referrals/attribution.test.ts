import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fastify from 'fastify'
import { sql } from 'kysely'
import { inviteMember } from '#features/workspaces/invite-member.ts'
import { days } from '#platform/clock.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newSecret } from '#platform/ids.ts'
import { readConfig } from '#server/config.ts'
import { rememberReferrer } from '#server/referral-cookie.ts'
import { deviceCookie, referralCookie } from '#shared/rules/money/referral.ts'
import { type AuthDriver, openDesk } from '#tests/drivers/auth-driver.ts'
import { newestEmail } from '#tests/drivers/mailbox.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { forgetSignUps } from './bind-referral.ts'
import { codeOf } from './referral-code.ts'

const password = 'hoa sen trắng nở đêm'

test('a page opened by a link leaves a cookie for 30 days; what is no code leaves none; the last link wins', async t => {
  const answer = async (url: string, settings: Record<string, string> = {}) => {
    const app = fastify()
    t.after(() => app.close())
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: '/tmp', ...settings })
    app.get('/*', (request, reply) => {
      rememberReferrer(config, request, reply)
      return reply.send('')
    })
    return (await app.inject({ url })).headers['set-cookie']
  }
  const first = String(await answer('/?ref=mcan8k2p'))
  assert.equal(first, `${referralCookie}=MCAN8K2P; Path=/; Max-Age=2592000; SameSite=Lax`)
  assert.match(String(await answer('/en/pricing?a=1&ref=ABCDEFGH')), /=ABCDEFGH;/)
  assert.match(String(await answer('/?ref=ABCDEFGH', { PUBLIC_URL: 'https://sen.example' })), /; Secure$/)
  for (const url of ['/', '/?ref=', '/?ref=ABCDEFG', '/?ref=ABCDEFG0', '/?ref=%0d%0aX:1', '/?ref=ABCDEFGH1'])
    assert.equal(await answer(url), undefined, url)
})

type Came = { status: string; workspace_id: string; discount: number; reasons: string[] }

async function openLinkDesk(t: TestContext) {
  const desk = await openDesk(t)
  const { platform } = desk
  const owner = await makeOwner(platform)
  const code = await platform.db.asService(null, tx => codeOf(platform, tx, owner.workspaceId))
  async function came(email: string): Promise<Came | undefined> {
    await platform.jobs.drain()
    const [row] = await platform.db
      .readAsService<Came>(sql`select r.status, r.workspace_id, s.first_discount_bp as discount,
        array(select reason from private.referral_holds h where h.referral_id = r.id order by reason) as reasons
      from people p join members m on m.person_id = p.id join referrals r on r.referred_id = m.workspace_id
        join subscriptions s on s.workspace_id = m.workspace_id where p.email = ${email}`)
    return row
  }
  return { desk, platform, owner, code, came, cookie: { cookie: `${referralCookie}=${code}` } }
}

async function confirm(desk: AuthDriver, email: string): Promise<void> {
  await desk.platform.jobs.drain()
  const token_hash = newestEmail(desk.platform, email).link.searchParams.get('token')
  await desk.call('POST /verify', { type: 'signup', token_hash })
}

test('a sign-up by a link is bound when its workspace opens, wherever the mail is read', async t => {
  const { desk, owner, came, cookie } = await openLinkDesk(t)
  const email = 'tam@laspa.example'
  await desk.call('POST /signup', { email, password }, { headers: cookie })
  assert.equal(await came(email), undefined)
  await confirm(desk, email)
  assert.deepEqual(await came(email), {
    status: 'active',
    workspace_id: owner.workspaceId,
    discount: 1000,
    reasons: [],
  })
})

test('an account that a mailed sign-in link makes remembers who asked for it', async t => {
  const { desk, owner, came, cookie } = await openLinkDesk(t)
  const email = 'lan@laspa.example'
  await desk.call('POST /otp', { email, create_user: true }, { headers: cookie })
  await desk.platform.jobs.drain()
  const { link } = newestEmail(desk.platform, email)
  await desk.call('POST /verify', { type: link.searchParams.get('type'), token_hash: link.searchParams.get('token') })
  assert.equal((await came(email))?.workspace_id, owner.workspaceId)
})

test('who joins a team first brings something with a workspace of their own within 30 days', async t => {
  const { desk, platform, came, cookie } = await openLinkDesk(t)
  for (const [email, waited, isBound] of [
    ['a@shop.example', days(30), true],
    ['b@shop.example', days(30) + 1, false],
  ] as const) {
    const admin = { ...(await makeOwner(platform)), role: 'admin' } as unknown as Caller
    await inviteMember(platform, admin, { email, role: 'member' })
    await desk.call('POST /signup', { email, password }, { headers: cookie })
    await confirm(desk, email)
    assert.equal(await came(email), undefined)
    platform.clock.advance(waited)
    const { access_token: bearer } = await desk.signIn(email, password)
    const headers = { authorization: `Bearer ${bearer}` }
    await desk.app.inject({ method: 'POST', url: '/api/v1/workspaces', headers, payload: { name: 'Tiệm riêng' } })
    assert.equal((await came(email)) !== undefined, isBound, email)
  }
})

test('what the form says counts before the cookie, and nothing is something', async t => {
  const { desk, platform, owner, code, came, cookie } = await openLinkDesk(t)
  const other = await makeOwner(platform)
  const theirs = await platform.db.asService(null, tx => codeOf(platform, tx, other.workspaceId))
  const signUp = async (email: string, data: object, headers: Record<string, string> = {}) => {
    await desk.call('POST /signup', { email, password, data }, { headers })
    await confirm(desk, email)
    return (await came(email))?.workspace_id
  }
  assert.equal(await signUp('a@shop.example', { referral_code: theirs.toLowerCase() }, cookie), other.workspaceId)
  assert.equal(await signUp('b@shop.example', { referral_code: code }), owner.workspaceId)
  assert.equal(await signUp('c@shop.example', { referral_code: '' }, cookie), undefined)
  assert.equal(await signUp('d@shop.example', { referral_code: 'ZZZZZZZZ' }), undefined)
  assert.equal(await signUp('e@shop.example', {}, { cookie: `${referralCookie}=<b>` }), undefined)
})

test('whoever refers himself, however he spells his address, is refused', async t => {
  const { desk, platform, owner, came, cookie } = await openLinkDesk(t)
  await platform.db.asService(null, tx =>
    sql`update people set email = 'thu.hanh@gmail.com' where id = ${owner.personId}`.execute(tx),
  )
  for (const email of ['thuhanh+2@gmail.com', 't.h.u.hanh@googlemail.com']) {
    await desk.call('POST /signup', { email, password }, { headers: cookie })
    await confirm(desk, email)
    const { status, discount } = (await came(email)) ?? {}
    assert.deepEqual([status, discount], ['refused', 0], email)
  }
  const claims = { role: 'authenticated' as const, sub: owner.personId }
  assert.deepEqual(await platform.db.readAsPerson(claims, sql`select distinct sign_ups from referral_summary`), [
    { sign_ups: 0 },
  ])
})

test('another workspace of the same person is nobody’s; who was invited brings nothing', async t => {
  const { desk, platform, owner, came, cookie } = await openLinkDesk(t)
  const email = 'tam@laspa.example'
  await desk.call('POST /signup', { email, password }, { headers: cookie })
  await confirm(desk, email)
  await came(email)
  const { access_token: bearer } = await desk.signIn(email, password)
  const opened = await desk.app.inject({
    method: 'POST',
    url: '/api/v1/workspaces',
    headers: { authorization: `Bearer ${bearer}` },
    payload: { name: 'Tiệm thứ hai' },
  })
  assert.equal(opened.statusCode, 201)
  const rows = await platform.db.readAsService(sql`select 1 from referrals where workspace_id = ${owner.workspaceId}`)
  assert.equal(rows.length, 1)
})

test('the same device, the same network within a day, a throw-away address, the sixth of a day: looked at first', async t => {
  const { desk, platform, owner, came, code } = await openLinkDesk(t)
  const device = newSecret()
  const visit = (who: Owner) =>
    desk.app.inject({
      url: '/api/v1/referrals',
      headers: { ...who.headers, cookie: `${deviceCookie}=${device}` },
      remoteAddress: '198.51.100.7',
    })
  const signUp = async (email: string, from: { device?: string; ip?: string } = {}) => {
    const cookie = `${referralCookie}=${code}; ${deviceCookie}=${from.device ?? newSecret()}`
    await desk.app.inject({
      method: 'POST',
      url: '/auth/v1/signup',
      headers: { apikey: platform.tokens.anonKey, cookie },
      payload: { email, password },
      remoteAddress: from.ip ?? `203.0.113.${email.length}`,
    })
    await confirm(desk, email)
    return (await came(email))?.reasons
  }
  const answered = await visit(owner)
  assert.match(String(answered.headers['set-cookie']), /ref_device=.+HttpOnly; SameSite=Lax/)
  assert.deepEqual(await signUp('a@shop.example', { ip: '198.51.100.7' }), ['address'])
  assert.deepEqual(await signUp('bb@shop.example', { device }), ['device'])
  assert.deepEqual(await signUp('ccc@mailinator.com'), ['disposable'])
  assert.deepEqual(await signUp('dddd@shop.example'), [])
  assert.deepEqual(await signUp('eeeee@shop.example'), [])
  assert.deepEqual(await signUp('ffffff@shop.example'), ['many'])
  platform.clock.advance(days(1) + 1)
  assert.deepEqual(await signUp('ggggggg@shop.example', { ip: '198.51.100.7' }), [])
  const stored = await platform.db.readAsService(sql`select 1 from private.referral_sign_ups`)
  assert.deepEqual(stored, [], 'network addresses are forgotten with the sign-up')
})

test('who signed up and never came in is forgotten after 30 days, a device after 400; others are kept', async t => {
  const { desk, platform, owner, came, cookie } = await openLinkDesk(t)
  await desk.app.inject({ url: '/api/v1/referrals', headers: owner.headers })
  await desk.call('POST /signup', { email: 'a@shop.example', password }, { headers: cookie })
  await came('a@shop.example')
  const stored = async () =>
    (
      await platform.db.readAsService<{ sign_ups: number; devices: number }>(sql`select
        (select count(*)::int from private.referral_sign_ups) as sign_ups, (select count(*)::int from private.referral_devices) as devices`)
    )[0]
  const steps = [
    [days(30), { sign_ups: 1, devices: 1 }],
    [1, { sign_ups: 0, devices: 1 }],
    [days(370) - 1, { sign_ups: 0, devices: 1 }],
    [1, { sign_ups: 0, devices: 0 }],
  ] as const
  for (const [wait, left] of steps) {
    platform.clock.advance(wait)
    await forgetSignUps(platform)
    assert.deepEqual(await stored(), left)
  }
})

test('a member may not see the link, nor what came of it', async t => {
  const { desk, platform, owner } = await openLinkDesk(t)
  const member = await makeMember(platform, owner)
  const refused = await desk.app.inject({ url: '/api/v1/referrals', headers: member.headers })
  assert.equal(refused.statusCode, 403)
  const seen = await desk.app.inject({ url: '/api/v1/referrals', headers: owner.headers })
  const { code, link, may_withdraw } = seen.json<{ code: string; link: string; may_withdraw: object }>()
  assert.ok(link.endsWith(`/?ref=${code}`))
  assert.deepEqual(may_withdraw, { email: true, second_step: false })
})
