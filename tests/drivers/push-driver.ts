// A shop with a simulated push service. The clocks of both sides are stopped and move together.
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { type PushSimulator, type SimulatedSubscription, startPushSimulator } from '#dev/simulators/push-simulator.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeOwner, type Owner } from '../fixtures/shop-owner.ts'

type Answer = { status: number; body: Record<string, unknown> }

export type PushDriver = {
  simulator: PushSimulator
  platform: TestPlatform
  owner: Owner
  api(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as?: Owner): Promise<Answer>
  device(as?: Owner, name?: string): Promise<SimulatedSubscription & { id: string }>
  /** A customer waits for a person; returns the conversation. */
  wait(name?: string): Promise<string>
  pass(ms: number): Promise<void>
  rows<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]>
}

export async function pushDriver(t: TestContext): Promise<PushDriver> {
  const simulator = await startPushSimulator(0, Date.parse('2026-11-20T03:00:00Z'))
  t.after(() => simulator.close())
  const platform = await testPlatform({ settings: { CRAWL_ALLOWED_HOSTS: new URL(simulator.url).host } })
  t.after(() => platform.close())
  const app = await testApp(platform)
  t.after(() => app.close())
  const owner = await makeOwner(platform)

  const desk: PushDriver = {
    simulator,
    platform,
    owner,
    async api(method, path, body, as = owner) {
      const answer = await app.inject({
        method,
        url: `/api/v1${path}`,
        headers: { ...as.headers, 'x-workspace': as.workspaceId },
        ...(body ? { payload: body } : {}),
      })
      return { status: answer.statusCode, body: answer.json() }
    },
    async device(as = owner, name = 'Chrome · Android') {
      const key = (await desk.api('GET', '/push-key', undefined, as)).body['public_key'] as string
      const subscription = simulator.subscribe(key)
      const { body } = await desk.api('POST', '/push-subscriptions', { ...subscription, device: name }, as)
      return { ...subscription, id: body['id'] as string }
    },
    wait: (name = 'Trần Ngọc Ánh') => makeCustomerWait(platform, owner.workspaceId, name),
    async pass(ms) {
      platform.clock.advance(ms)
      await simulator.clock.advance(ms)
      await platform.jobs.drain()
    },
    rows: async query => (await platform.db.asService(null, tx => query.execute(tx))).rows,
  }
  return desk
}

export async function makeCustomerWait(platform: Platform, ws: string, name: string): Promise<string> {
  const [channel, contact, talk] = [newId(), newId(), newId()]
  const now = platform.clock.now()
  await platform.db.asService(ws, async tx => {
    await sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${channel}, ${ws}, 'website', ${`wgt_${channel}`}, 'shop.example', 'connected', ${now})`.execute(tx)
    await sql`insert into contacts (id, workspace_id, channel_id, external_id, name, created_at)
      values (${contact}, ${ws}, ${channel}, ${contact}, ${name}, ${now})`.execute(tx)
    await sql`insert into conversations (id, workspace_id, channel_id, contact_id, source, last_seq, last_message_at,
        last_inbound_at, preview, contact_name, waiting_since, created_at)
      values (${talk}, ${ws}, ${channel}, ${contact}, 'website', 1, ${now}, ${now}, 'Bí mật của khách', ${name}, ${now}, ${now})`.execute(
      tx,
    )
    await platform.jobs.emit(tx, 'person.wanted', { workspace_id: ws, conversation_id: talk, reason: 'asked' })
  })
  return talk
}
