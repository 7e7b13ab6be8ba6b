import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Change } from '#platform/events/changes.ts'
import type { Claims } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { gatherNews } from './gather-news.ts'
import { makeListenedTables } from './listened-tables.ts'
import type { Channel } from '../sockets/live-socket.ts'
import type { RowSubscription } from './match-patterns.ts'

describe('news for programs', () => {
  let platform: TestPlatform
  let owner: Owner
  let member: Owner
  let stranger: Owner

  before(async () => {
    platform = await testPlatform()
    owner = await makeOwner(platform)
    member = await makeMember(platform, owner)
    stranger = await makeOwner(platform)
    await makeListenedTables(platform).listen(['workspaces'])
  })
  after(() => platform.close())

  const subscription = (claims: Claims): RowSubscription => ({
    channel: { claims } as Channel,
    binding: { id: 1, event: '*', table: 'workspaces', conditions: [], columns: ['id', 'name'] },
  })
  const person = ({ personId: sub }: { personId: string }): Claims => ({
    role: 'authenticated',
    sub,
    iat: performance.now(),
  })

  async function rename(names: string[]): Promise<Change[]> {
    const cursor = await platform.changes.cursor()
    for (const name of names)
      await platform.db.asService(owner.workspaceId, tx =>
        sql`update workspaces set name = ${name} where id = ${owner.workspaceId}`.execute(tx),
      )
    const whose = { workspaceId: owner.workspaceId, personId: owner.personId, tables: ['workspaces'] }
    const deadline = performance.now() + 30_000
    for (;;) {
      const found = (await platform.changes.after(cursor, whose, 500))?.changes ?? []
      if (found.length >= names.length || performance.now() > deadline) return found
    }
  }

  function counting(): { counted: Platform; count: { reads: number; judgements: number } } {
    const count = { reads: 0, judgements: 0 }
    const { db } = platform
    const counted: Platform = {
      ...platform,
      db: {
        ...db,
        asService: (workspace, run) => (count.reads++, db.asService(workspace, run)),
        asPerson: (claims, run) => (count.judgements++, db.asPerson(claims, run)),
      },
    }
    return { counted, count }
  }

  test('a thousand who listen cost a handful of questions, and each hears what it may', async () => {
    const changes = await rename(['Một', 'Hai', 'Ba'])
    const subscriptions = [owner, member, stranger, ...Array.from({ length: 997 }, () => ({ personId: newId() }))].map(
      who => subscription(person(who)),
    )
    const { counted, count } = counting()
    const deliveries = await gatherNews(counted, 'workspaces', changes, subscriptions)
    assert.deepEqual(count, { reads: 1, judgements: 10 })
    assert.deepEqual(
      deliveries.map(({ channel, data }) => [
        channel.claims.sub,
        (JSON.parse(data) as { record: { name: string } }).record.name,
      ]),
      ['Một', 'Hai', 'Ba'].flatMap(name => [
        [owner.personId, name],
        [member.personId, name],
      ]),
    )
  })

  test('a thousand windows of one person cost one question', async () => {
    const changes = await rename(['Bốn'])
    const { counted, count } = counting()
    const deliveries = await gatherNews(
      counted,
      'workspaces',
      changes,
      Array.from({ length: 1000 }, () => subscription(person(owner))),
    )
    assert.deepEqual([count, deliveries.length], [{ reads: 1, judgements: 1 }, 1000])
    assert.equal(new Set(deliveries.map(delivery => delivery.data)).size, 1)
  })

  test('a bearer for whom the rules fail hears nothing, and takes nothing from the others', async () => {
    const changes = await rename(['Năm'])
    const broken: Claims = { role: 'authenticated', sub: 'not an id' }
    const deliveries = await gatherNews(platform, 'workspaces', changes, [
      subscription(broken),
      subscription(person(owner)),
    ])
    assert.deepEqual(
      deliveries.map(delivery => delivery.channel.claims.sub),
      [owner.personId],
    )
  })

  test('what rows held is forgotten after five minutes, also where nobody listens any more', async () => {
    const [change] = await rename(['Sáu'])
    assert.equal(change?.recorded, true)
    const stored = async () => {
      const { rows } = await platform.db.asService(null, tx =>
        sql<{
          records: number
        }>`select count(*)::int as records from realtime.changes where record is not null`.execute(tx),
      )
      return rows[0]?.records ?? 0
    }
    assert.ok((await stored()) > 0)
    await platform.db.asService(null, tx =>
      sql`update realtime.changes set at = now() - interval '6 minutes' where record is not null`.execute(tx),
    )
    await makeListenedTables(platform).renew([])
    assert.equal(await stored(), 0)
    assert.deepEqual(await gatherNews(platform, 'workspaces', [change as Change], [subscription(person(owner))]), [])
  })

  test('a row that is too large is told by its short columns, and says so', async () => {
    const [change] = await rename(['x'.repeat(1_100_000)])
    const [delivery] = await gatherNews(platform, 'workspaces', [change as Change], [subscription(person(owner))])
    const news = JSON.parse(delivery?.data ?? '{}') as { record: object; errors: string[] }
    assert.deepEqual([news.record, news.errors], [{ id: owner.workspaceId }, ['Error 413: Payload Too Large']])
  })
})
