import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { hours, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { features } from '#server/features.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import type { MadeApiKey } from '#shared/contracts/api-keys.results.ts'
import { maxKeys, type KeyScope } from '#shared/contracts/api-keys.contract.ts'
import { plan, wait } from '#tests/fixtures/sequence-plan.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

describe('keys of the API', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    admin = await makeOwner(platform)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const rows = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
    (await platform.db.asService(null, tx => statement.execute(tx))).rows
  async function proved({ personId }: Owner, ago = 0): Promise<Owner['headers']> {
    const session = newId()
    const now = platform.clock.now()
    await rows(sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${personId}, ${now})`)
    const amr = [{ method: 'password', timestamp: Math.floor((now.getTime() - ago) / 1000) }]
    const claims = { role: 'authenticated', sub: personId, session_id: session, aal: 'aal1', amr } as const
    return { authorization: `Bearer ${(await platform.tokens.signAccess(claims)).token}` }
  }
  async function ask(
    headers: Record<string, string>,
    address: string,
    payload?: object,
    remoteAddress = '203.0.113.9',
  ) {
    const [method = '', path = ''] = address.split(' ')
    const answer = await app.inject({
      ...{ method: method as 'GET', url: path.startsWith('/rest') ? path : `/api/v1${path}`, headers, remoteAddress },
      ...(payload && { payload }),
    })
    const body = answer.json<Record<string, unknown> & { error?: { code: string } }>()
    return { status: answer.statusCode, code: answer.statusCode < 300 ? 'ok' : (body.error?.code ?? ''), body }
  }
  async function made(scope: KeyScope, who = admin): Promise<MadeApiKey & { as: { authorization: string } }> {
    const { code, body } = await ask(await proved(who), 'POST /api-keys', { name: 'Phần mềm bán hàng', scope })
    assert.equal(code, 'ok')
    const { id, key } = body as unknown as MadeApiKey
    return { id, key, as: { authorization: `Bearer ${key}` } }
  }
  const draft = { name: 'Chăm sau mua', plan: plan([wait(60)]) }

  test('an admin who has just shown who they are makes one; it is told once, and its hash alone is kept', async () => {
    const asked = { name: 'Kho', scope: 'reply' }
    assert.equal((await ask(await proved(admin, minutes(16)), 'POST /api-keys', asked)).code, 'account.prove_again')
    assert.equal(
      (await ask(await proved(await makeMember(platform, admin)), 'POST /api-keys', asked)).code,
      'auth.admin_needed',
    )
    const { id, key } = await made('reply')
    assert.match(key, /^sen_[\w-]{43}$/)
    const [stored] = await rows(
      sql<object>`select name, scope, last_four, created_by, revoked_at from api_keys where id = ${id}`,
    )
    assert.deepEqual(stored, {
      ...{
        name: 'Phần mềm bán hàng',
        scope: 'reply',
        last_four: key.slice(-4),
        created_by: admin.personId,
        revoked_at: null,
      },
    })
    const whole = await rows(sql<{ line: string }>`select k::text as line from api_keys k union all
      select h::text from private.api_key_hashes h union all select a.meta::text from audit_log a union all select e.payload::text from private.events e`)
    assert.ok(whole.every(({ line }) => !line.includes(key) && !line.includes(key.slice(4))))
    const [logged] = await rows(sql<object>`select actor, action, meta from audit_log where target = ${id}`)
    assert.deepEqual(logged, {
      ...{ actor: admin.personId, action: 'api-key.made', meta: { name: 'Phần mềm bán hàng', scope: 'reply' } },
    })
  })

  test('a reply key drafts and looks; what starts anything, or is not meant for keys, it does not open', async () => {
    const { as } = await made('reply')
    const { code, body } = await ask(as, 'POST /sequences', draft)
    assert.equal(code, 'ok')
    const id = String(body['id'])
    assert.equal((await ask(as, `PATCH /sequences/${id}`, { name: 'Khác' })).code, 'ok')
    for (const address of ['GET /sequences', 'GET /customers', 'GET /segments', 'GET /templates'])
      assert.equal((await ask(as, address)).code, 'ok', address)
    assert.equal((await ask(as, `POST /sequences/${id}/publish`, {})).code, 'auth.admin_needed')
    assert.equal(
      (await ask(as, `POST /broadcasts/${id}/start`, { preview_id: id, max_cost: 0 })).code,
      'auth.admin_needed',
    )
    for (const address of [
      ...['POST /api-keys', `DELETE /customers/${id}`, `POST /customers/${id}/export`, 'PUT /campaign-rules'],
      ...['POST /consent-texts', 'POST /members/invite', 'PATCH /account', 'DELETE /workspace', 'POST /bot/pause'],
      ...['GET /operator/announcements', 'POST /workspaces'],
    ])
      assert.equal(
        (await ask(as, address, address.startsWith('GET') ? undefined : {})).code,
        'auth.key_refused',
        address,
      )
  })

  test('an admin key starts too, in its own name; but data, rules, people and keys stay with people', async () => {
    const { id: keyId, as } = await made('admin')
    const { body } = await ask(as, 'POST /sequences', draft)
    const id = String(body['id'])
    assert.equal((await ask(as, `POST /sequences/${id}/publish`, {})).code, 'ok')
    const [logged] = await rows(sql<object>`select actor, action from audit_log where target = ${id}`)
    assert.deepEqual(logged, { actor: keyId, action: 'sequence.published' })
    for (const address of [
      'POST /api-keys',
      `DELETE /api-keys/${keyId}`,
      `DELETE /customers/${id}`,
      'PUT /campaign-rules',
    ])
      assert.equal((await ask(as, address, {})).code, 'auth.key_refused', address)
    const open = features.flatMap(({ routes = [] }) => routes.filter(({ keys }) => keys))
    assert.ok(open.every(({ who, fresh }) => (who === 'member' || who === 'admin') && !fresh))
    const closed = /export|import|erase|consent|rules|keys|members|workspace|account|operator|billing|orders|test/
    assert.deepEqual(
      open.filter(({ path, method }) => closed.test(path) && method !== 'GET').map(({ path }) => path),
      [],
    )
  })

  test('another shop’s data it never sees, and without a shop’s own key nobody is anybody', async () => {
    const other = await makeOwner(platform)
    const foreign = String((await ask(other.headers, 'POST /sequences', draft)).body['id'])
    const { as } = await made('admin')
    for (const address of [
      `GET /sequences/${foreign}`,
      `DELETE /sequences/${foreign}`,
      `POST /sequences/${foreign}/pause`,
    ])
      assert.equal((await ask(as, address)).code, 'request.not_found', address)
    const ids = ((await ask(as, 'GET /sequences')).body['sequences'] as { id: string }[]).map(one => one.id)
    assert.ok(!ids.includes(foreign))
    const elsewhere = { ...as, 'x-workspace': other.workspaceId }
    assert.equal((await ask(elsewhere, 'GET /sequences')).code, 'request.not_found')
    assert.equal((await ask({ ...as, 'x-workspace': admin.workspaceId }, 'GET /sequences')).code, 'ok')
    const wrong = [
      `${as.authorization.slice(0, -1)}${as.authorization.endsWith('A') ? 'B' : 'A'}`,
      'Bearer sen_',
      `Bearer sen_${'a'.repeat(5000)}`,
    ]
    for (const authorization of wrong)
      assert.equal((await ask({ authorization }, 'GET /sequences')).code, 'auth.sign_in_needed')
    assert.equal((await ask({ ...as, apikey: 'x' }, 'GET /rest/v1/customers')).status, 401)
    const read = (who: Owner, table: string) =>
      platform.db.readAsPerson<object>(
        { role: 'authenticated', sub: who.personId } as never,
        sql`select * from ${sql.raw(table)}`,
      )
    assert.deepEqual(await read(await makeMember(platform, admin), 'api_keys'), [])
    assert.deepEqual(await read(other, 'api_keys'), [])
    await assert.rejects(read(admin, 'private.api_key_hashes'), /permission denied/)
  })

  test('revoked it opens nothing, at once; with its shop it goes too', async () => {
    const { id, as } = await made('reply')
    const other = await makeOwner(platform)
    assert.equal((await ask(await proved(other), `DELETE /api-keys/${id}`)).code, 'request.not_found')
    assert.equal(
      (await ask(await proved(await makeMember(platform, admin)), `DELETE /api-keys/${id}`)).code,
      'auth.admin_needed',
    )
    assert.equal((await ask(as, 'GET /sequences')).code, 'ok')
    assert.equal((await ask(admin.headers, `DELETE /api-keys/${id}`)).code, 'ok')
    assert.equal((await ask(as, 'GET /sequences')).code, 'auth.sign_in_needed')
    assert.equal((await ask(admin.headers, `DELETE /api-keys/${id}`)).code, 'request.not_found')
    const acts = await rows(sql<{ action: string }>`select action from audit_log where target = ${id} order by at, id`)
    assert.deepEqual(
      acts.map(({ action }) => action),
      ['api-key.made', 'api-key.revoked'],
    )
    const theirs = await made('reply', other)
    await rows(sql`update workspaces set deleted_at = ${platform.clock.now()} where id = ${other.workspaceId}`)
    assert.equal((await ask(theirs.as, 'GET /sequences')).code, 'auth.sign_in_needed')
  })

  test('a key that runs wild is held back, alone; who guesses keys soon guesses no more', async () => {
    const { id, as } = await made('reply')
    const other = await made('reply')
    const codes = new Set<string>()
    for (let call = 0; call < 150; call++) codes.add((await ask(as, 'GET /segments')).code)
    assert.deepEqual([...codes], ['ok', 'request.too_many'])
    assert.equal((await ask(other.as, 'GET /segments')).code, 'ok')
    const [stored] = await rows(sql<{ used_at: Date }>`select used_at from api_keys where id = ${id}`)
    platform.clock.advance(minutes(2))
    await ask(as, 'GET /segments')
    const [again] = await rows(sql<{ used_at: Date }>`select used_at from api_keys where id = ${id}`)
    assert.deepEqual(again, stored, 'noted once an hour')
    platform.clock.advance(hours(1))
    await ask(as, 'GET /segments')
    const [later] = await rows(sql<{ used_at: Date }>`select used_at from api_keys where id = ${id}`)
    assert.ok(stored && later && later.used_at > stored.used_at)
    const guess = () =>
      ask(
        { authorization: `Bearer sen_${newId().replaceAll('-', '')}${'x'.repeat(11)}` },
        'GET /segments',
        undefined,
        '198.51.100.7',
      )
    const guesses: string[] = []
    for (let call = 0; call < 15; call++) guesses.push((await guess()).code)
    assert.ok(guesses.filter(code => code === 'auth.sign_in_needed').length <= 10, guesses.join())
    assert.equal(guesses.at(-1), 'request.too_many')
    assert.equal((await ask(other.as, 'GET /segments')).code, 'ok', 'from elsewhere')
  })

  test('so many and no more, also at once', async () => {
    const owner = await makeOwner(platform)
    const headers = await proved(owner)
    const answers = await Promise.all(
      Array.from({ length: maxKeys + 3 }, (_, at) =>
        ask(headers, 'POST /api-keys', { name: `Khoá ${at}`, scope: 'reply' }),
      ),
    )
    assert.equal(answers.filter(({ code }) => code === 'ok').length, maxKeys)
    assert.ok(answers.every(({ code }) => code === 'ok' || code === 'api-key.too_many'))
  })
})
