import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { catalogueOf } from '#supabase/catalogue.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { readers } from './readers.ts'

type Row = Record<string, unknown>

describe('who sees what', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  let member: Owner
  let stranger: Owner

  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    admin = await makeOwner(platform)
    member = await makeMember(platform, admin)
    stranger = await makeOwner(platform)
    for (const owner of [admin, stranger]) await fillWorkspace(platform, owner)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  async function read(who: Owner | undefined, table: string, query = ''): Promise<Row[] | number> {
    const headers = { apikey: platform.tokens.anonKey, ...who?.headers }
    const response = await app.inject({ url: `/rest/v1/${table}?select=*${query}`, headers })
    return response.statusCode === 200 ? response.json<Row[]>() : response.statusCode
  }

  async function workspacesSeen(who: Owner, table: string): Promise<unknown[]> {
    const rows = await read(who, table)
    assert.ok(Array.isArray(rows), `${table}: ${JSON.stringify(rows)}`)
    return [...new Set(rows.map(row => row[table === 'workspaces' ? 'id' : 'workspace_id']))]
  }

  test('every table of public is on the list, closed by default, and forced', async () => {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{
        name: string
        closed: boolean
      }>`select relname as name, relrowsecurity and relforcerowsecurity as closed from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`.execute(tx),
    )
    assert.deepEqual(
      rows.map(row => row.name),
      Object.keys(readers).sort((a, b) => (a < b ? -1 : 1)),
    )
    assert.deepEqual(
      rows.filter(row => !row.closed),
      [],
    )
  })

  for (const [table, reader] of Object.entries(readers)) {
    test(`${table}: ${reader}`, async () => {
      if (reader === 'anyone') {
        for (const who of [undefined, member, stranger]) assert.notEqual(((await read(who, table)) as Row[]).length, 0)
        return
      }
      assert.equal(await read(undefined, table), 401)
      if (reader === 'oneself') {
        for (const who of [admin, member, stranger])
          assert.deepEqual(
            ((await read(who, table)) as Row[]).map(row => row[table === 'people' ? 'id' : 'person_id']),
            [who.personId],
          )
        return
      }
      assert.deepEqual(await workspacesSeen(admin, table), [admin.workspaceId])
      assert.deepEqual(await workspacesSeen(member, table), reader === 'member' ? [admin.workspaceId] : [])
      assert.deepEqual(await workspacesSeen(stranger, table), [stranger.workspaceId])
    })

    test(`${table}: a foreign row answers like one that is not there, however it is asked for`, async () => {
      if (reader === 'anyone') return
      const found = await catalogueOf(platform).table(table)
      const [own] = (await read(admin, table)) as Row[]
      assert.ok(own && found)
      const values = Object.entries(own).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      const key = found.key.map(name => [name, String(own[name])] as const)
      const tries = [
        key.map(([name, value]) => `&${name}=eq.${value}`).join(''),
        key.map(([name, value]) => `&${name}=in.(${value},${value})`).join(''),
        `&or=(${key.map(([name, value]) => `${name}.eq."${value}"`).join(',')},${key[0]?.[0]}.not.is.null)`,
        `&not.and=(${key[0]?.[0]}.is.null)`,
        ...values.map(([name, value]) => `&${name}=eq.${encodeURIComponent(String(value))}`),
      ]
      for (const query of tries) {
        const rows = await read(stranger, table, query.replaceAll('+', '%2B'))
        assert.ok(Array.isArray(rows), `${table}${query}: ${JSON.stringify(rows)}`)
        assert.deepEqual(
          rows.filter(
            row =>
              JSON.stringify(row).includes(admin.workspaceId) ||
              key.every(([name, value]) => String(row[name]) === value),
          ),
          [],
          query,
        )
      }
    })
  }

  test('what is hidden within the workspace stays hidden: card numbers, removed files, old passages, letters’ contents', async () => {
    const seen = async (table: string, who = admin) => (await read(who, table)) as Row[]
    for (const who of [admin, member])
      assert.deepEqual(
        (await seen('contact_details', who)).map(row => row['kind']),
        ['phone'],
      )
    assert.deepEqual(
      (await seen('sources')).map(row => row['status']),
      ['processed'],
    )
    assert.deepEqual(
      (await seen('passages')).map(row => row['live']),
      [true],
    )
    assert.equal('payload' in ((await seen('dead_letters'))[0] ?? {}), false)
    const asked = await app.inject({
      url: '/rest/v1/dead_letters?select=payload',
      headers: { apikey: platform.tokens.anonKey, ...admin.headers },
    })
    assert.deepEqual([asked.statusCode, asked.json<Row>()['code']], [403, '42501'])
  })

  test('a removed member, a deleted workspace and a pending invitation see nothing', async () => {
    const leaving = await makeMember(platform, admin)
    const pending = await makeMember(platform, admin)
    const closing = await makeOwner(platform)
    await fillWorkspace(platform, closing)
    await platform.db.asService(null, async tx => {
      await sql`delete from members where person_id = ${leaving.personId}`.execute(tx)
      await sql`update members set status = 'pending' where person_id = ${pending.personId}`.execute(tx)
      await sql`update workspaces set deleted_at = now() where id = ${closing.workspaceId}`.execute(tx)
    })
    for (const who of [leaving, pending, closing])
      for (const [table, reader] of Object.entries(readers))
        if (reader === 'member' || reader === 'admin') assert.deepEqual(await read(who, table), [], table)
  })

  test('claims that a person writes about itself give no rights', async () => {
    const { session_id } = decodeJwt(stranger.headers.authorization.slice('Bearer '.length))
    const claims = {
      role: 'authenticated',
      sub: stranger.personId,
      ...{ session_id, client_address: '127.0.0.1' },
      workspace_id: admin.workspaceId,
      user_metadata: { workspace_id: admin.workspaceId, role: 'admin' },
    } as const
    const { rows } = await platform.db.asPerson(claims, tx =>
      sql<{ id: string }>`select id from workspaces`.execute(tx),
    )
    assert.deepEqual(rows, [{ id: stranger.workspaceId }])
  })

  test('the schemas behind are closed to people', async () => {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{
        name: string
      }>`select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('auth', 'private', 'realtime') and c.relkind = 'r' and c.relname <> 'messages'`.execute(tx),
    )
    assert.ok(rows.length > 10)
    for (const role of ['anon', 'authenticated'] as const)
      for (const { name } of rows)
        await assert.rejects(
          platform.db.asPerson({ role, sub: admin.personId }, tx => sql`select 1 from ${sql.raw(name)}`.execute(tx)),
          { code: '42501' },
          name,
        )
    for (const schema of ['auth', 'private', 'realtime', 'rights'])
      assert.equal(
        (
          await app.inject({
            url: '/rest/v1/users',
            headers: { apikey: platform.tokens.anonKey, 'accept-profile': schema },
          })
        ).statusCode,
        406,
      )
  })

  test('people change nothing directly, not even their own row', async () => {
    for (const table of Object.keys(readers)) {
      for (const who of [undefined, member, admin]) {
        const claims = who ? ({ role: 'authenticated', sub: who.personId } as const) : ({ role: 'anon' } as const)
        await assert.rejects(
          platform.db.asPerson(claims, tx => sql`delete from ${sql.id('public', table)}`.execute(tx)),
          { code: '42501' },
        )
        await assert.rejects(
          platform.db.asPerson(claims, tx => sql`insert into ${sql.id('public', table)} default values`.execute(tx)),
          { code: '42501' },
        )
      }
    }
    await assert.rejects(
      platform.db.asPerson({ role: 'authenticated', sub: admin.personId }, tx =>
        sql`update people set is_operator = true`.execute(tx),
      ),
      { code: '42501' },
    )
  })
})
