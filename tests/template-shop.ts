// A shop on a simulated Zalo, whose customers wrote long ago, and a template of its account; for tests.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { hours } from '#platform/clock.ts'
import { startZaloDesk } from './zalo-desk.ts'

export const people = [
  { id: '7700000000000000123', name: 'Trần Thị Bưởi' },
  { id: '7700000000000000456', name: 'Lê Văn Cam' },
  { id: '7700000000000000789', name: 'Phạm Công Thức Nguyễn Hoàng' },
]

/** Its customers wrote ten days ago: nothing but a template reaches them. */
export async function templateShop(t: TestContext, template: object = {}, settings: Record<string, string> = {}) {
  const desk = await startZaloDesk(t, settings)
  const { zalo, platform, workspace, connect, settle, pass, sim } = desk
  const { id: channelId } = await connect()
  await sim('load', { users: people })
  for (const { id } of people) await zalo.acts.say({ user: id, text: 'chào shop' })
  await settle()
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  await pass(hours(24 * 10))
  await rows(sql`update conversations set waiting_since = null`)
  await rows(sql`update usage_counters set period_end = period_end + interval '60 days'`)
  const params = [
    { name: 'ten', max_length: 20 },
    { name: 'gio', max_length: 5 },
  ]
  await zalo.acts.template({ id: '701', name: 'Nhắc lịch', price_uid: 200, params, ...template })
  const read = async () => {
    const about = { workspace_id: workspace.workspaceId, channel_id: channelId }
    await platform.db.asService(workspace.workspaceId, tx => platform.jobs.emit(tx, 'channel.account-told', about))
    await settle()
    const [found] = await rows(sql<{ id: string; state: string }>`select id, state from templates`)
    assert.ok(found)
    return found
  }
  const { id: templateId } = await read()
  return { ...desk, channelId, rows, read, templateId }
}
