// A shop that asks more of sessions: who lacks it reads, hears, downloads and changes nothing there, and no admin is shut out by mistake.
import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { hours } from '#platform/clock.ts'
import { newId, newSecret } from '#platform/ids.ts'
import { runCommand } from '#server/run-command.ts'
import { insertRefreshToken } from '#supabase/auth/sessions/open-session.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { programForTests } from '#tests/setup/program.ts'
import { type LiveLine, openLine } from './live-line.ts'

const office = '203.0.113.7'
const elsewhere = '198.51.100.9'
const free = { second_step: false, max_session_hours: null, max_idle_hours: null, addresses: [] as string[] }

type Session = { id: string; token: string; refresh: string }
type Answer = { error?: { code: string; details: { address?: string } } } & Record<string, unknown>

describe('the access rules of a shop', () => {
  const program = programForTests({ listen: true, settings: { TRUSTED_PROXIES: '127.0.0.1' } })
  let owner: Owner
  let member: Owner
  let admin: Session
  /** Another shop of the same member, whose rules are its own. */
  let other: Owner
  before(() => program.platform.changes.start())
  beforeEach(async () => {
    owner = await makeOwner(program.platform)
    other = await makeOwner(program.platform)
    member = await makeMember(program.platform, owner)
    const now = program.platform.clock.now()
    await run(sql`insert into members (id, workspace_id, person_id, email, role, status, joined_at)
      values (${newId()}, ${other.workspaceId}, ${member.personId}, 'm@shop.example', 'member', 'active', ${now})`)
    admin = await signIn(owner, { aal: 'aal2' })
  })

  const run = <T>(statement: ReturnType<typeof sql<T>>) =>
    program.platform.db.asService(null, async tx => (await statement.execute(tx)).rows)

  async function signIn({ personId }: Owner, { aal = 'aal1', ago = 0, more = {} } = {}): Promise<Session> {
    const [id, refresh, now] = [newId(), newSecret(), program.platform.clock.now()]
    const since = new Date(now.getTime() - ago)
    await program.platform.db.asService(null, async tx => {
      await sql`insert into auth.sessions (id, user_id, aal, created_at) values (${id}, ${personId}, ${aal}, ${since})`.execute(
        tx,
      )
      await insertRefreshToken(tx, id, refresh, null, since)
    })
    const amr = [{ method: 'password', timestamp: Math.floor(now.getTime() / 1000) }]
    const claims = { role: 'authenticated', sub: personId, session_id: id, email: '', aal, amr, ...more } as const
    return { id, refresh, token: (await program.platform.tokens.signAccess(claims)).token }
  }

  async function ask(address: string, token: string, body?: object, from = office, shop = owner) {
    const [method = '', path = ''] = address.split(' ')
    const headers = {
      ...{ authorization: `Bearer ${token}`, apikey: program.platform.tokens.anonKey, 'x-forwarded-for': from },
      ...{ 'x-workspace': shop.workspaceId, ...(body && { 'content-type': 'application/json' }) },
    }
    const answer = await fetch(program.origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    const json = (text.startsWith('{') ? JSON.parse(text) : {}) as Answer
    return { status: answer.status, code: answer.ok ? 'ok' : (json.error?.code ?? ''), text, json }
  }
  const setRules = async (rules: object, by = admin, from = office) =>
    (await ask('PUT /api/v1/access-rules', by.token, { ...free, ...rules }, from)).code

  async function join(token: string, topic: string, from = office) {
    const line = await openLine(program.origin, program.platform.tokens.anonKey, from)
    const joined = await line.join(topic, { private: true }, token)
    return { line, joined }
  }
  async function storedFile(): Promise<string> {
    const key = `${owner.workspaceId}/${newId()}`
    const { status } = await fetch(`${program.origin}/storage/v1/object/attachments/${key}`, {
      ...{ method: 'POST', body: 'x' },
      headers: { authorization: `Bearer ${program.platform.tokens.serviceRoleKey}`, 'content-type': 'image/png' },
    }).then(async answer => ({ status: answer.status, text: await answer.text() }))
    assert.equal(status, 200)
    return key
  }

  /** What one gets of the shop by each way in. */
  async function accessOf({ token }: Session, from = office, shop = owner) {
    const { code, json } = await ask('GET /api/v1/usage', token, undefined, from, shop)
    const write = await ask('POST /api/v1/tags', token, { name: newId().slice(-12) }, from, shop)
    const rows = await ask(`GET /rest/v1/members?workspace_id=eq.${shop.workspaceId}`, token, undefined, from, shop)
    const { line, joined } = await join(token, `workspace:${shop.workspaceId}`, from)
    await line.close()
    const isOpen = [code === 'ok', write.status === 201, rows.text !== '[]', joined === 'ok']
    assert.equal(new Set(isOpen).size, 1, JSON.stringify([code, write.code, rows.text, joined]))
    if (code !== 'ok') assert.equal(write.code, code)
    return code === 'access.address' ? `${code} ${json.error?.details.address}` : code
  }
  const shutOut = async (session: Session, from = office) =>
    (await ask('GET /api/v1/account/shut-out', session.token, undefined, from)).json['shops']

  test('a second step: its admin has one first; from then on half of the team’s sessions open nothing, tokens in flight neither', async () => {
    const plain = await signIn(member)
    const { line, joined } = await join(plain.token, `workspace:${owner.workspaceId}`)
    assert.equal(joined, 'ok')
    assert.equal(await setRules({ second_step: true }, await signIn(owner)), 'access.own_second_step')
    assert.equal(await accessOf(plain), 'ok')
    assert.equal(await setRules({ second_step: true }), 'ok')
    await line.closed(`workspace:${owner.workspaceId}`)
    assert.equal(await accessOf(plain), 'access.second_step')
    assert.equal(await accessOf(plain, office, other), 'ok', 'what another shop asks is its own matter')
    assert.deepEqual(await shutOut(plain), [
      { id: owner.workspaceId, name: 'Cửa hàng của Nguyễn Thu Hạnh', reason: 'second_step', address: null },
    ])
    assert.equal((await ask('GET /api/v1/account/sessions', plain.token)).code, 'ok', 'the account stays open')

    const whole = await signIn(member, { aal: 'aal2' })
    assert.equal(await accessOf(whole), 'ok')
    const older = await signIn(member, { more: { session_id: whole.id } })
    assert.equal(await accessOf({ ...older, id: whole.id }), 'access.second_step', 'a token from before the step')
    await run(sql`update auth.sessions set aal = 'aal1' where id = ${whole.id}`)
    assert.equal(await accessOf(whole), 'access.second_step', 'the step was taken away since')
    await line.close()
  })

  test('addresses: the admin’s own is among them; from elsewhere nothing opens, by no header, claim, key or link', async () => {
    for (const wrong of [
      '300.1.1.1',
      '10.0.0.0/33',
      'fe80::1%eth0',
      '1.2',
      '::ffff:10.0.0.0/104',
      'shop.example',
      '0x7f.1.1.1',
    ])
      assert.equal(await setRules({ addresses: [office, wrong] }), 'access.network_wrong', wrong)
    assert.equal(await setRules({ addresses: ['198.51.100.0/24'] }), 'access.own_address')
    const key = await storedFile()
    const inside = await signIn(member)
    const { line } = await join(inside.token, `workspace:${owner.workspaceId}`, elsewhere)
    const { json: link } = await ask(`POST /storage/v1/object/sign/attachments/${key}`, inside.token, { expiresIn: 60 })
    const address = `/storage/v1${String(link['signedURL'])}`
    assert.equal((await ask(`GET ${address}`, inside.token, undefined, elsewhere)).status, 200)
    const sent = `${owner.workspaceId}/${newId()}`
    const { json: upload } = await ask(`POST /storage/v1/object/upload/sign/attachments/${sent}`, inside.token, {})
    const made = await ask('POST /api/v1/api-keys', admin.token, { name: 'Kho', scope: 'reply' })
    const apiKey = String(made.json['key'])

    assert.equal(
      await setRules({ addresses: ['203.0.113.9/24', `${office}/24`, '2001:db8::7/48', '::ffff:192.0.2.4'] }),
      'ok',
    )
    const { json } = await ask('GET /api/v1/access-rules', admin.token)
    assert.deepEqual(
      [(json['rules'] as { addresses: string[] }).addresses, json['client_address']],
      [['203.0.113.0/24', '2001:db8::/48', '192.0.2.4/32'], office],
    )
    await line.closed(`workspace:${owner.workspaceId}`)
    for (const from of [office, '2001:db8:0:5::1', '::ffff:203.0.113.200', '192.0.2.4'])
      assert.equal(await accessOf(inside, from), 'ok', from)
    for (const from of [elsewhere, '2001:db9::1', '192.0.2.5', `${office}, ${elsewhere}`])
      assert.equal(await accessOf(inside, from), `access.address ${from.split(', ').at(-1)}`, from)
    assert.equal(await accessOf(inside, elsewhere, other), 'ok')
    const liar = await signIn(member, { more: { client_address: office } })
    assert.equal(await accessOf(liar, elsewhere), `access.address ${elsewhere}`)
    assert.equal((await ask(`GET ${address}`, inside.token)).status, 200)
    assert.equal((await ask(`GET ${address}`, inside.token, undefined, elsewhere)).status, 400)
    const file = `GET /storage/v1/object/authenticated/attachments/${key}`
    assert.equal((await ask(file, inside.token)).status, 200)
    assert.equal((await ask(file, inside.token, undefined, elsewhere)).status, 400)
    const send = async (from: string) => {
      const headers = { 'content-type': 'image/png', 'x-forwarded-for': from }
      const answer = await fetch(`${program.origin}/storage/v1${String(upload['url'])}`, {
        method: 'PUT',
        body: 'x',
        headers,
      })
      return answer.text().then(() => answer.status)
    }
    assert.deepEqual([await send(elsewhere), await send(office)], [400, 200])
    assert.equal((await ask('GET /api/v1/segments', apiKey)).code, 'ok')
    assert.equal((await ask('GET /api/v1/segments', apiKey, undefined, elsewhere)).code, 'access.address')
    assert.equal(await setRules({}, admin, elsewhere), 'access.address', 'a list is not lifted from outside')
    assert.match(await runCommand(program.platform, ['clear-addresses', owner.workspaceId]), /every address/)
    assert.equal(await accessOf(inside, elsewhere), 'ok')
    await assert.rejects(runCommand(program.platform, ['clear-addresses', owner.workspaceId]), /no list/)
    await line.close()
  })

  test('age and idleness: an old session, or one that had slept, signs in again; a renewal makes it no younger', async () => {
    assert.equal(await setRules({ max_session_hours: 8 }, await signIn(owner, { ago: hours(9) })), 'access.own_session')
    assert.equal(await setRules({ max_session_hours: 8, max_idle_hours: 4 }), 'ok')
    assert.equal(await accessOf(await signIn(member, { ago: hours(9) })), 'access.session_age')
    const slept = await signIn(member, { ago: hours(5) })
    const awake = await signIn(member, { ago: hours(3) })
    const renewed: string[] = []
    for (const { refresh } of [slept, awake]) {
      const { json } = await ask('POST /auth/v1/token?grant_type=refresh_token', program.platform.tokens.anonKey, {
        refresh_token: refresh,
      })
      renewed.push(String(json['access_token']))
    }
    assert.equal(await accessOf({ ...slept, token: renewed[0] ?? '' }), 'access.session_idle')
    assert.equal(await accessOf({ ...awake, token: renewed[1] ?? '' }), 'ok')
    program.platform.clock.advance(hours(0.5))
    assert.equal(await accessOf({ ...awake, token: renewed[1] ?? '' }), 'ok')
    assert.equal(await accessOf(await signIn(member)), 'ok')
  })

  test('who found a screen open changes no rule, and a member neither reads nor sets them', async () => {
    const stale = await signIn(owner, { aal: 'aal2', more: { amr: [{ method: 'totp', timestamp: 1 }] } })
    assert.equal(await setRules({ second_step: true }, stale), 'account.prove_again')
    const plain = await signIn(member)
    for (const address of ['GET /api/v1/access-rules', 'PUT /api/v1/access-rules'])
      assert.equal(
        (await ask(address, plain.token, address.startsWith('PUT') ? free : undefined)).code,
        'auth.admin_needed',
      )
    assert.equal(await setRules({ second_step: true }), 'ok')
    const [entry] = await run(sql<{ actor: string; meta: object }>`select actor, meta from audit_log
      where workspace_id = ${owner.workspaceId} and action = 'access-rules.changed'`)
    assert.deepEqual(entry, { actor: owner.personId, meta: { before: free, after: { ...free, second_step: true } } })
  })

  test('what an account takes along or deletes of such a shop is the shop’s too', async () => {
    assert.equal(await setRules({ addresses: [office] }), 'ok')
    const inside = await signIn(member)
    await run(sql`insert into audit_log (id, workspace_id, actor, action, target, meta, at)
      values (${newId()}, ${owner.workspaceId}, ${member.personId}, 'source.removed', ${newId()}, '{}', now())`)
    assert.equal((await ask('POST /api/v1/account/export', inside.token, {})).code, 'ok')
    await program.platform.jobs.drain()
    assert.equal((await ask('GET /api/v1/account/export/file', inside.token)).status, 200)
    const file = (from: string) => ask('GET /api/v1/account/export/file', inside.token, undefined, from)
    assert.equal((await file(elsewhere)).code, 'access.address')
    assert.match((await file(office)).text, /"action": "source.removed"/)
    assert.equal((await ask('POST /api/v1/account/export', inside.token, {}, elsewhere)).code, 'ok')
    await program.platform.jobs.drain()
    const { code, text, json } = await file(elsewhere)
    assert.equal(code, 'ok', 'no shop keeps a person from their copy')
    assert.deepEqual(json['left_out'], [owner.workspaceId])
    assert.match(text, new RegExp(member.personId))
    assert.deepEqual([json['deeds'], json['replies'], json['notes'], json['notifications']], [[], [], [], []])
    const end = { word: 'xoá', delete_workspaces: [owner.workspaceId] }
    assert.equal((await ask('DELETE /api/v1/account', admin.token, end, elsewhere)).code, 'access.address')
    assert.equal(await accessOf(admin), 'ok')
  })

  test('of a person’s own news a session gets what its shops let it have', async () => {
    assert.equal(await setRules({ second_step: true }), 'ok')
    const [whole, half] = [await signIn(member, { aal: 'aal2' }), await signIn(member)]
    const topic = `person:${member.personId}`
    const lines = [(await join(whole.token, topic)).line, (await join(half.token, topic)).line]
    const idsOf = (line: LiveLine) =>
      line.sent.flatMap(([, , , event, payload]) =>
        event === 'broadcast'
          ? [(payload as unknown as { payload: { record: { id: string } } }).payload.record.id]
          : [],
      )
    const [secret, last] = [newId(), newId()]
    for (const [id, shop] of [
      [secret, owner],
      [last, other],
    ] as const)
      await run(sql`insert into notifications (id, person_id, workspace_id, kind, matter, in_app, mail, created_at)
        values (${id}, ${member.personId}, ${shop.workspaceId}, 'system', ${id}, true, 'none', now())`)
    await Promise.all(lines.map(line => line.received(frame => JSON.stringify(frame).includes(last))))
    // A change from before the join may still come after it.
    const received = lines.map(line => idsOf(line).filter(id => id === secret || id === last))
    assert.deepEqual(received, [[secret, last], [last]])
    await Promise.all(lines.map(line => line.close()))
  })

  describe('ending a member’s sessions', () => {
    let memberId: string
    beforeEach(async () => {
      const [row] = await run(sql<{ id: string }>`select id from members
        where workspace_id = ${owner.workspaceId} and person_id = ${member.personId}`)
      memberId = row?.id ?? ''
    })
    const end = async (body: object, by = admin, id = memberId) =>
      (await ask(`POST /api/v1/members/${id}/end-sessions`, by.token, body)).code
    const listed = async () =>
      ((await ask(`GET /api/v1/members/${memberId}/sessions`, admin.token)).json['sessions'] as { id: string }[]).map(
        ({ id }) => id,
      )

    test('one, or all at once: here alone, and who signs in again is let in', async () => {
      await run(sql`delete from auth.sessions where user_id = ${member.personId}`)
      const [one, two] = [await signIn(member), await signIn(member)]
      const { line } = await join(one.token, `workspace:${owner.workspaceId}`)
      assert.deepEqual((await listed()).toSorted(), [one.id, two.id].toSorted())
      assert.equal(await end({ session_id: one.id }), 'ok')
      await line.closed(`workspace:${owner.workspaceId}`)
      assert.equal(await accessOf(one), 'access.session_ended')
      assert.equal(await accessOf(one, office, other), 'ok', 'the person’s other shops are not the admin’s')
      assert.equal(await accessOf(two), 'ok')
      assert.deepEqual(await listed(), [two.id])
      assert.equal(await end({}), 'ok')
      assert.equal(await accessOf(two), 'access.session_ended')
      program.platform.clock.advance(1000)
      assert.equal(await accessOf(await signIn(member)), 'ok')
      await line.close()
    })

    test('nobody’s but those of the own team, by an admin alone', async () => {
      const stranger = await signIn(other)
      assert.equal(await end({ session_id: stranger.id }), 'request.not_found')
      assert.equal(await end({}, await signIn(member)), 'auth.admin_needed')
      const theirs = await run(sql<{ id: string }>`select id from members
        where workspace_id = ${other.workspaceId} and person_id = ${other.personId}`)
      assert.equal(await end({}, admin, theirs[0]?.id), 'request.not_found')
      assert.equal((await ask(`GET /api/v1/members/${theirs[0]?.id}/sessions`, admin.token)).code, 'request.not_found')
      const own = await run(sql<{ id: string }>`select id from members
        where workspace_id = ${owner.workspaceId} and person_id = ${owner.personId}`)
      assert.equal(await end({}, admin, own[0]?.id), 'access.own_sessions')
    })
  })
})
