import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { systemClock } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { type Listening, startListening } from '../wire/listening.ts'

type Answer = { status: number; code: string; body: Record<string, unknown> }

describe('who finds what', () => {
  let server: Listening<typeof systemClock>
  let admin: Owner
  let member: Owner
  let stranger: Owner
  let chat: string
  let foreign: string

  before(async () => {
    server = await startListening(systemClock)
    admin = await makeOwner(server.platform)
    member = await makeMember(server.platform, admin)
    stranger = await makeOwner(server.platform)
    chat = await write(admin, 'Trần Mai', 'chậu men lam còn không')
    foreign = await write(stranger, 'Lê Bảo', 'chậu men lam bao nhiêu')
  })
  after(() => server.close())

  async function write({ workspaceId }: Owner, name: string, text: string): Promise<string> {
    const { platform } = server
    const stored = await platform.db.asService(workspaceId, async tx => {
      const { rows } = await sql<{ id: string }>`select id from channels where workspace_id = ${workspaceId}`.execute(
        tx,
      )
      const contact = { externalId: newId(), name }
      const channelId = rows[0]?.id ?? ''
      return receiveMessage(platform, tx, { workspaceId, channelId, source: 'website', contact, text })
    })
    return stored.conversationId
  }

  async function ask(
    who: Owner | undefined,
    method: string,
    path: string,
    body?: object,
    where = admin,
  ): Promise<Answer> {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: {
        ...who?.headers,
        'x-workspace': where.workspaceId,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const result = (await answer.json()) as Record<string, unknown> & { error?: { code: string } }
    return { status: answer.status, code: result.error?.code ?? '', body: result }
  }

  const found = ({ body }: Answer) => (body['conversations'] as { id: string }[]).map(one => one.id)

  test('members find their workspace’s conversations, and no words of another', async () => {
    for (const person of [admin, member]) {
      assert.deepEqual(found(await ask(person, 'GET', '/conversations?q=men+lam')), [chat])
      assert.deepEqual(found(await ask(person, 'GET', '/conversations?q=bao')), [])
      assert.deepEqual(found(await ask(person, 'GET', '/conversations')), [chat])
    }
    assert.deepEqual(found(await ask(stranger, 'GET', '/conversations?q=men+lam', undefined, stranger)), [foreign])
  })

  test('strangers and people who are not signed in find nothing', async () => {
    for (const path of [
      '/conversations?q=men',
      '/conversations/unread',
      '/tags/uses',
      '/data-requests',
      '/consent-texts',
    ]) {
      assert.equal((await ask(undefined, 'GET', path)).status, 401, path)
      const refused = await ask(stranger, 'GET', path)
      assert.ok([403, 404].includes(refused.status), `${path}: ${refused.status}`)
    }
  })

  test('what is unread is each person’s own', async () => {
    assert.deepEqual((await ask(member, 'POST', '/conversations/bulk', { act: 'read', ids: [chat] })).body, {
      done: [chat],
      failed: [],
    })
    assert.deepEqual((await ask(member, 'GET', '/conversations/unread')).body, { count: 0 })
    assert.deepEqual((await ask(admin, 'GET', '/conversations/unread')).body, { count: 1 })
  })

  test('nothing is done with another workspace’s conversations', async () => {
    const { body } = await ask(admin, 'POST', '/conversations/bulk', { act: 'close', ids: [foreign] })
    assert.deepEqual(body['done'], [])
    assert.equal((body['failed'] as { code: string }[])[0]?.code, 'request.not_found')
    assert.ok(
      [401, 403].includes((await ask(undefined, 'POST', '/conversations/bulk', { act: 'close', ids: [chat] })).status),
    )
    assert.ok(
      [403, 404].includes((await ask(stranger, 'POST', '/conversations/bulk', { act: 'close', ids: [chat] })).status),
    )
    const rows = await server.platform.db.readAsService(
      sql<{ status: string }>`select status from conversations where id in (${chat}, ${foreign})`,
    )
    assert.deepEqual(rows, [{ status: 'open' }, { status: 'open' }])
  })

  test('members make tags; to rename, merge and delete them is for admins', async () => {
    const { body } = await ask(member, 'POST', '/tags', { name: 'Khách sỉ' })
    const other = (await ask(member, 'POST', '/tags', { name: 'Sỉ' })).body
    const tries: [string, string, object?][] = [
      ['PATCH', `/tags/${String(body['id'])}`, { name: 'Khác' }],
      ['POST', `/tags/${String(other['id'])}/merge`, { into: body['id'] }],
      ['DELETE', `/tags/${String(body['id'])}`],
    ]
    for (const [method, path, input] of tries) {
      assert.equal((await ask(member, method, path, input)).status, 403, path)
      assert.ok([403, 404].includes((await ask(stranger, method, path, input)).status), path)
      assert.equal((await ask(admin, method, path, input)).status, 200, path)
    }
  })

  test('the words themselves are nobody’s to read', async () => {
    for (const table of ['message_words', 'contact_words'])
      for (const claims of [{ role: 'anon' as const }, { role: 'authenticated' as const, sub: admin.personId }]) {
        const reading = server.platform.db.asPerson(claims, tx =>
          sql`select * from ${sql.id('private', table)}`.execute(tx),
        )
        await assert.rejects(reading, { code: '42501' }, `${table} ${claims.role}`)
        const { error } = await server.client(admin).from(table).select()
        assert.ok(error, table)
      }
  })
})
