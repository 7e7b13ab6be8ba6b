import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createClient, type RealtimeChannel } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { systemClock } from '#platform/clock.ts'
import { readKeys } from '#platform/secrets/keys.ts'
import { silentLog } from '#platform/log.ts'
import { makePlatform, type Platform } from '#platform/platform.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import { makeApp } from '#server/app.ts'
import { fillWorkspace, type FullWorkspace } from '#tests/fixtures/full-workspace.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { type Listening, startListening, tokenOf } from './listening.ts'

const database = process.env['TEST_DATABASE_URL']

describe('two processes on one database', () => {
  // The embedded database has only one process.
  if (!database) return
  let one: Listening<typeof systemClock>
  let two: { platform: Platform; url: string; close(): Promise<void> }
  let owner: Owner
  let member: Owner
  let ids: FullWorkspace

  before(async () => {
    one = await startListening(systemClock)
    two = await startSecond(one.platform, database)
    owner = await makeOwner(one.platform)
    member = await makeMember(one.platform, owner)
    ids = await fillWorkspace(one.platform, owner)
  })
  after(async () => {
    await two.close()
    await one.close()
  })

  async function join(
    url: string,
    person: Owner,
    topic: string,
    key = '',
  ): Promise<{ channel: RealtimeChannel; received: string[] }> {
    const client = createClient(url, one.platform.tokens.anonKey, {
      accessToken: async () => tokenOf(person),
      realtime: { disconnectOnEmptyChannelsAfterMs: 0 },
    })
    await client.realtime.setAuth()
    const channel = client.channel(topic, { config: { private: true, presence: { key, enabled: key !== '' } } })
    const received: string[] = []
    channel.on('broadcast', { event: '*' }, ({ event, payload }) => {
      // Earlier writes may still arrive.
      const { table, type } = payload as { table?: string; type?: string }
      if (event !== 'change' || (table === 'messages' && type === 'UPDATE')) received.push(event)
    })
    assert.equal(await new Promise(resolve => channel.subscribe(resolve)), 'SUBSCRIBED')
    after(() => client.removeAllChannels())
    return { channel, received }
  }

  test('typing, row changes and what features tell reach members of both', async () => {
    const topic = `conversation:${ids.conversation}`
    const [here, there] = [await join(one.url, owner, topic), await join(two.url, member, topic)]
    await here.channel.send({ type: 'broadcast', event: 'typing', payload: {} })
    await until(() => there.received.includes('typing'))
    await one.platform.db.asService(owner.workspaceId, async tx => {
      await sql`update messages set text = 'Ship bao nhiêu?' where id = ${ids.message}`.execute(tx)
      await one.platform.broadcast.send(topic, 'generating', {}, tx)
    })
    const distinctEvents = (events: string[]) => [...new Set(events)].toSorted().join(' ')
    await until(
      () =>
        distinctEvents(there.received) === 'change generating typing' &&
        distinctEvents(here.received) === 'change generating',
    )
    // Other rows may change meanwhile; one's own broadcasts do not come back.
    assert.deepEqual(
      [distinctEvents(there.received), distinctEvents(here.received)],
      ['change generating typing', 'change generating'],
    )
  })

  test('postgres_changes reach programs at both, whichever wrote', async () => {
    const received: string[] = []
    for (const [name, url, person] of [
      ['one', one.url, owner],
      ['two', two.url, member],
    ] as const) {
      const client = createClient(url, one.platform.tokens.anonKey, {
        accessToken: async () => tokenOf(person),
        realtime: { disconnectOnEmptyChannelsAfterMs: 0 },
      })
      await client.realtime.setAuth()
      const filter = {
        event: 'UPDATE',
        schema: 'public',
        table: 'conversations',
        filter: `id=eq.${ids.conversation}`,
      } as const
      const channel = client.channel('rows')
      channel.on('postgres_changes', filter, change => received.push(`${name} ${String(change.new['preview'])}`))
      assert.equal(await new Promise(resolve => channel.subscribe(resolve)), 'SUBSCRIBED')
      after(() => client.removeAllChannels())
    }
    for (const [index, { platform }] of [one, two].entries())
      await platform.db.asService(owner.workspaceId, tx =>
        sql`update conversations set preview = ${`lời ${index}`} where id = ${ids.conversation} and workspace_id = ${owner.workspaceId}`.execute(
          tx,
        ),
      )
    await until(() => received.length === 4)
    assert.deepEqual(received.toSorted(), ['one lời 0', 'one lời 1', 'two lời 0', 'two lời 1'])
  })

  test('presence is one list over both', async () => {
    const topic = `workspace:${owner.workspaceId}`
    const [here, there] = [
      await join(one.url, owner, topic, 'chủ shop'),
      await join(two.url, member, topic, 'nhân viên'),
    ]
    await here.channel.track({})
    await there.channel.track({})
    const keys = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).length
    await until(() => keys(here.channel) === 2 && keys(there.channel) === 2)
    assert.deepEqual([keys(here.channel), keys(there.channel)], [2, 2])
    await there.channel.unsubscribe()
    await until(() => keys(here.channel) === 1)
    assert.equal(keys(here.channel), 1)
  })

  test('a member removed through one is closed in the other', async () => {
    const leaving = await makeMember(one.platform, owner)
    const { channel } = await join(two.url, leaving, `workspace:${owner.workspaceId}`)
    await one.platform.db.asService(owner.workspaceId, tx =>
      sql`delete from members where person_id = ${leaving.personId}`.execute(tx),
    )
    await until(() => String(channel.state) === 'closed')
    assert.equal(String(channel.state), 'closed')
  })
})

async function startSecond(
  first: Platform,
  server: string,
): Promise<{ platform: Platform; url: string; close(): Promise<void> }> {
  const { rows } = await first.db.asService(null, tx =>
    sql<{ name: string }>`select current_database() as name`.execute(tx),
  )
  const address = new URL(server)
  address.pathname = `/${rows[0]?.name}`
  const engine = await openPostgresql(address.href, () => {})
  const platform = await makePlatform(
    first.config,
    engine,
    await readKeys(first.config.dataDir, first.config),
    systemClock,
    silentLog,
  )
  const app = await makeApp(platform)
  await platform.changes.start()
  await platform.broadcast.start()
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    platform,
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      await app.close()
      await platform.changes.stop()
      await engine.close()
    },
  }
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!holds() && performance.now() < deadline) await new Promise(resolve => setTimeout(resolve, 10))
}
