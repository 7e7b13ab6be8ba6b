import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { askExport, forgetExports, openExport, readExport } from '#features/operations/export-account.ts'
import { days, hours, minutes } from '#platform/clock.ts'
import { programForTests } from '#tests/setup/program.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { readMailbox } from '#tests/drivers/mailbox.ts'

const password = 'hoa sen trắng nở đêm'
type Answer = { status: number; body: { error?: { code: string; details: { workspaces?: unknown[] } } } }

describe('an account', () => {
  const program = programForTests({ settings: { AUTH_RATE_LIMITS: 'off' } })

  async function account(email: string): Promise<{ id: string; workspaceId: string; token: string }> {
    const key = program.platform.tokens.serviceRoleKey
    const payload = { email, password, email_confirm: true, user_metadata: { full_name: 'Nguyễn Thu Hạnh' } }
    const headers = { apikey: key, authorization: `Bearer ${key}` }
    const made = await program.app.inject({ method: 'POST', url: '/auth/v1/admin/users', headers, payload })
    await program.platform.jobs.drain()
    const { id } = made.json<{ id: string }>()
    const [member] = await rows<{ workspace_id: string }>(sql`select workspace_id from members where person_id = ${id}`)
    return { id, workspaceId: member?.workspace_id ?? '', token: await signIn(email) }
  }

  async function signIn(email: string): Promise<string> {
    const headers = { apikey: program.platform.tokens.anonKey }
    const payload = { email, password }
    const url = '/auth/v1/token?grant_type=password'
    return (await program.app.inject({ method: 'POST', url, headers, payload })).json<{ access_token: string }>()
      .access_token
  }

  async function remove(path: string, token: string, payload: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await program.app.inject({ method: 'DELETE', url: `/api/v1/${path}`, headers, payload })
    return { status: answer.statusCode, body: answer.json() }
  }

  const rows = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
    (await program.platform.db.asService(null, tx => query.execute(tx))).rows

  async function join(workspaceId: string, personId: string, email: string): Promise<void> {
    await rows(sql`insert into members (id, workspace_id, person_id, email, role, status, joined_at)
      values (gen_random_uuid(), ${workspaceId}, ${personId}, ${email}, 'member', 'active', ${program.platform.clock.now()})`)
  }

  test('is deleted by its owner alone: with a fresh proof, the typed word, and no shop left without an admin', async () => {
    const hanh = await account('hanh@one.example')
    const minh = await account('minh@one.example')
    await join(hanh.workspaceId, minh.id, 'minh@one.example')
    assert.equal((await remove('account', hanh.token, { word: 'có' })).status, 400)

    program.platform.clock.advance(minutes(20))
    const late = await remove('account', hanh.token, { word: 'XOÁ' })
    assert.deepEqual([late.status, late.body.error?.code], [403, 'account.prove_again'])

    const fresh = await signIn('hanh@one.example')
    const left = await remove('account', fresh, { word: 'XOÁ' })
    assert.deepEqual([left.status, left.body.error?.code], [409, 'account.only_admin'])
    const named = [{ id: hanh.workspaceId, name: 'Cửa hàng của Nguyễn Thu Hạnh', kind: 'shop', others: 1 }]
    assert.deepEqual(left.body.error?.details.workspaces, named)
    assert.equal((await rows(sql`select id from people where id = ${hanh.id}`)).length, 1)

    const gone = await remove('account', fresh, { word: 'xóa', delete_workspaces: [hanh.workspaceId] })
    assert.equal(gone.status, 200, JSON.stringify(gone.body))
    assert.equal((await remove('account', fresh, { word: 'xoa' })).status, 401)
    await program.platform.jobs.drain()
    assert.equal((await rows(sql`select id from people where id = ${hanh.id}`)).length, 0)
    assert.equal((await rows(sql`select id from auth.users where id = ${hanh.id}`)).length, 0)
    const events = await rows(sql`select 1 from private.events where payload::text like '%hanh@one.example%'`)
    assert.equal(events.length, 0)
    const [shop] = await rows<{ deleted_at: Date | null }>(
      sql`select deleted_at from workspaces where id = ${hanh.workspaceId}`,
    )
    assert.ok(shop?.deleted_at)
    const mails = readMailbox(program.platform)
    assert.ok(mails.some(one => one.to === 'hanh@one.example' && one.subject.includes('đã được xoá')))
    assert.ok(mails.some(one => one.to === 'minh@one.example' && one.text.includes('đã xoá cửa hàng')))
    assert.equal((await rows(sql`select id from members where person_id = ${minh.id}`)).length, 1)
  })

  test('of the last operator stays, also where two leave at once', async () => {
    const two = [await account('first@operators.example'), await account('second@operators.example')]
    await rows(sql`update people set is_operator = true where id = any (${two.map(({ id }) => id)}::uuid[])`)
    const leave = ({ token, workspaceId }: (typeof two)[number]) =>
      remove('account', token, { word: 'XOÁ', delete_workspaces: [workspaceId] })
    const left = await Promise.all(two.map(leave))
    assert.deepEqual(left.map(({ body }) => body.error?.code ?? 'gone').toSorted(), ['account.last_operator', 'gone'])
    await program.platform.jobs.drain()
    assert.equal((await rows(sql`select 1 from people where is_operator`)).length, 1)
  })

  test('that is locked does nothing, with a session that is still open too', async () => {
    const hanh = await account('hanh@locked.example')
    await rows(sql`update people set status = 'locked' where id = ${hanh.id}`)
    const refused = await remove('account', hanh.token, { word: 'XOÁ', delete_workspaces: [hanh.workspaceId] })
    assert.deepEqual([refused.status, refused.body.error?.code], [403, 'auth.account_locked'])
  })

  test('of somebody else’s shop leaves it standing', async () => {
    const hanh = await account('hanh@two.example')
    const minh = await account('minh@two.example')
    await join(hanh.workspaceId, minh.id, 'minh@two.example')
    const done = await remove('account', minh.token, {
      word: 'delete',
      delete_workspaces: [minh.workspaceId, hanh.workspaceId],
    })
    assert.equal(done.status, 200, JSON.stringify(done.body))
    await program.platform.jobs.drain()
    const standing = await rows(sql`select id from workspaces where id = ${hanh.workspaceId} and deleted_at is null`)
    assert.equal(standing.length, 1)
    assert.equal((await rows(sql`select id from members where workspace_id = ${hanh.workspaceId}`)).length, 1)
  })

  test('leaves nothing of a deleted shop after a week but the books, and its channels end at once', async () => {
    const hanh = await account('hanh@three.example')
    const { id: personId, workspaceId } = hanh
    await fillWorkspace(program.platform, { workspaceId, personId } as Parameters<typeof fillWorkspace>[1])
    assert.equal((await remove('workspace', hanh.token, { word: 'xoa' })).status, 200)
    await program.platform.jobs.drain()
    const channels = await rows<{ status: string }>(
      sql`select status from channels where workspace_id = ${workspaceId} and status <> 'disconnected'`,
    )
    assert.equal(channels.length, 0)
    assert.ok((await rows(sql`select id from messages where workspace_id = ${workspaceId}`)).length > 0)
    const receipts = await rows(sql`select id from invoices where workspace_id = ${workspaceId}`)
    assert.ok(receipts.length > 0)
    program.platform.clock.advance(days(7) + hours(1))
    await program.platform.jobs.drain()
    const tables = await rows<{ schema: string; name: string }>(sql`select table_schema as schema, table_name as name
      from information_schema.columns where column_name = 'workspace_id' and table_schema in ('public', 'private')`)
    const stored: string[] = []
    for (const { schema, name } of tables) {
      const there = await rows(sql`select 1 from ${sql.id(schema, name)} where workspace_id = ${workspaceId} limit 1`)
      if (there.length > 0) stored.push(name)
    }
    const books = [
      'audit_log',
      'commissions',
      'events',
      'invoices',
      'offers',
      'orders',
      'plans',
      'referrals',
      'refunds',
      'subscriptions',
      'withdrawals',
    ]
    assert.deepEqual(
      stored.filter(name => !books.includes(name)),
      [],
    )
    assert.equal((await rows(sql`select id from invoices where workspace_id = ${workspaceId}`)).length, receipts.length)
    assert.equal((await rows(sql`select id from people where id = ${personId}`)).length, 1)
  })

  test('is taken along as one file, for its owner alone, for a week', async () => {
    const hanh = await account('hanh@four.example')
    const lan = await account('lan@four.example')
    const caller = (personId: string) =>
      ({ personId, claims: { role: 'authenticated' as const, sub: personId } }) as Parameters<typeof askExport>[1]
    assert.equal((await readExport(program.platform, caller(hanh.id))).status, 'none')
    for (let press = 0; press < 2; press++)
      assert.equal((await askExport(program.platform, caller(hanh.id))).status, 'preparing')
    const asked = await rows(sql`select 1 from audit_log where target = ${hanh.id} and action = 'person.export-asked'`)
    assert.equal(asked.length, 1)
    await assert.rejects(openExport(program.platform, caller(hanh.id)), { code: 'account.export_none' })
    await program.platform.jobs.drain()
    assert.equal((await readExport(program.platform, caller(hanh.id))).status, 'ready')
    const headers = { authorization: `Bearer ${hanh.token}` }
    const file = await program.app.inject({ method: 'GET', url: '/api/v1/account/export/file', headers })
    const data = file.json<{ account: { email: string }[]; workspaces: { name: string }[] }>()
    assert.equal(data.account[0]?.email, 'hanh@four.example')
    assert.equal(data.workspaces[0]?.name, 'Cửa hàng của Nguyễn Thu Hạnh')
    assert.ok(!file.body.includes('lan@four.example'))
    const foreign = await program.app.inject({
      method: 'GET',
      url: '/api/v1/account/export/file',
      headers: { authorization: `Bearer ${lan.token}` },
    })
    assert.equal(foreign.statusCode, 404)
    assert.ok(
      readMailbox(program.platform).some(
        one => one.to === 'hanh@four.example' && one.subject.includes('Bản sao dữ liệu'),
      ),
    )
    program.platform.clock.advance(days(7))
    await assert.rejects(openExport(program.platform, caller(hanh.id)), { code: 'account.export_none' })
    await forgetExports(program.platform)
    assert.equal((await readExport(program.platform, caller(hanh.id))).status, 'none')
    assert.equal((await rows(sql`select id from private.account_exports where person_id = ${hanh.id}`)).length, 0)
  })
})
