import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startMessengerSimulator } from '#dev/simulators/messenger/messenger-simulator.ts'
import { startZaloSimulator } from '#dev/simulators/zalo/zalo-simulator.ts'
import { days, fakeClock } from '#platform/clock.ts'
import { testApp, testPlatform } from '#server/testing.ts'
import { freePort } from '#tests/setup/server-process.ts'
import { bankOfThePast } from './equip-shop.ts'
import { pageId } from '../shop-accounts.ts'
import { control } from './run-conversation.ts'
import { liveWeeks } from './live-weeks.ts'
import { settingsOfPast } from './settings.ts'
import { timetable } from './timetable.ts'

const until = new Date('2026-11-20T09:00:00Z')
const begin = new Date(until.getTime() - days(3))

type Facts = { received: number; answered: number; replied: number; opened: number; handed_over: number }

test(
  'a few days of the demo shop are lived through, and its statistics equal its messages',
  { timeout: 300_000 },
  async t => {
    const port = await freePort()
    const messenger = await startMessengerSimulator({ startAt: begin.getTime() })
    t.after(() => messenger.close())
    const zalo = await startZaloSimulator({ startAt: begin.getTime() })
    t.after(() => zalo.close())
    const platform = await testPlatform({
      clock: fakeClock(begin.toISOString()),
      settings: { ...settingsOfPast(messenger, zalo), ...bankOfThePast, PORT: String(port) },
    })
    const app = await testApp(platform)
    t.after(async () => {
      await app.close()
      await platform.close()
    })
    await app.listen({ port, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${port}`
    const mailFolder = join(platform.config.dataDir, 'mail')
    const past = { platform, app, url, shopPage: 'http://localhost:3002', mailFolder, messenger, zalo }
    const lived = await liveWeeks(past, { until, days: 3, perDay: 4 })
    assert.ok(lived.talks >= 12, `${lived.talks} talks`)
    assert.equal(platform.clock.now().toISOString(), until.toISOString())

    const read = async <T>(query: ReturnType<typeof sql<T>>) =>
      (await platform.db.asService(null, tx => query.execute(tx))).rows
    const [shop] = await read<{ id: string }>(
      sql`select distinct workspace_id as id from channels where kind = 'facebook'`,
    )
    const ws = shop?.id ?? ''
    const [facts] = await read<Facts>(sql`select
    (select count(*)::int from messages where workspace_id = ${ws} and author = 'contact') as received,
    (select count(*)::int from answers a where a.workspace_id = ${ws} and a.conversation_id is not null and a.reply_id is not null
      and a.path <> 'fixed') as answered,
    (select count(*)::int from messages where workspace_id = ${ws} and author = 'member' and status in ('sent', 'delivered', 'read')) as replied,
    (select count(*)::int from conversations where workspace_id = ${ws}) as opened,
    (select count(*)::int from private.events where workspace_id = ${ws} and name = 'person.wanted') as handed_over`)
    const [counted] = await read<Facts>(sql`select sum(received)::int as received, sum(answered)::int as answered,
    sum(replied)::int as replied, sum(opened)::int as opened, sum(handed_over)::int as handed_over
    from private.statistics_hourly where workspace_id = ${ws}`)
    assert.deepEqual(counted, facts)
    assert.ok((facts?.answered ?? 0) > 10 && (facts?.replied ?? 0) > 0, JSON.stringify(facts))

    const alive = await read<{ what: string; count: number }>(sql`
    select 'channels' as what, count(distinct channel_id)::int as count from messages where workspace_id = ${ws} and author = 'contact'
    union all select 'days', count(distinct (created_at + interval '7 hours')::date)::int from messages where workspace_id = ${ws}
    union all select 'members', count(*)::int from members where workspace_id = ${ws} and status = 'active'
    union all select 'tagged', count(*)::int from conversation_tags where workspace_id = ${ws}
    union all select 'snoozed', count(*)::int from conversations where workspace_id = ${ws} and status = 'snoozed'
    union all select 'waiting', count(*)::int from conversations where workspace_id = ${ws} and waiting_since is not null and status = 'open'
    union all select 'assigned', count(*)::int from conversations where workspace_id = ${ws} and assignee_id is not null
    union all select 'details', count(*)::int from contact_details where workspace_id = ${ws}
    union all select 'unanswered', count(*)::int from unanswered_questions where workspace_id = ${ws}`)
    const of = Object.fromEntries(alive.map(row => [row.what, row.count]))
    assert.equal(of['channels'], 3)
    assert.equal(of['members'], 3)
    assert.ok((of['days'] ?? 0) >= 3, JSON.stringify(of))
    for (const what of ['tagged', 'snoozed', 'waiting', 'assigned', 'details', 'unanswered'])
      assert.ok((of[what] ?? 0) > 0, `${what}: ${JSON.stringify(of)}`)
    const undone = await read<{ kind: string; reason: string }>(
      sql`select kind, reason from dead_letters where workspace_id = ${ws}`,
    )
    assert.deepEqual(undone, [])

    // As `npm run dev` does next: new simulators on the lived database.
    const known = new Set((await read<{ id: string }>(sql`select external_id as id from contacts`)).map(row => row.id))
    const idsFrom = until.getTime()
    const secondMessenger = await startMessengerSimulator({ startAt: idsFrom, idsFrom })
    t.after(() => secondMessenger.close())
    await secondMessenger.registerWebhook(`${url}/hooks/facebook`, 'development')
    const secondZalo = await startZaloSimulator({ startAt: idsFrom, idsFrom, webhookUrl: `${url}/hooks/zalo` })
    t.after(() => secondZalo.close())
    for (const user of [...secondMessenger.world.customers.keys(), ...secondZalo.world.users.keys()])
      assert.ok(!known.has(user), `${user} is somebody of the past`)
    // Connecting does this; here the page is connected already.
    Object.assign(secondMessenger.world.pages.get(pageId) ?? {}, { subscribed: ['messages'] })
    const [lan = ''] = secondMessenger.world.customers.keys()
    const [buoi = ''] = secondZalo.world.users.keys()
    await control(secondMessenger.url, 'user-message', { page: pageId, user: lan, text: 'Tin đầu tiên ở Messenger' })
    await secondZalo.acts.say({ user: buoi, text: 'Tin đầu tiên ở Zalo' })
    await Promise.all([secondMessenger.settled(), secondZalo.settled()])
    await platform.jobs.drain()
    const arrived = await read<{ text: string }>(
      sql`select text from messages where text like 'Tin đầu tiên%' order by text`,
    )
    assert.deepEqual(
      arrived.map(({ text }) => text),
      ['Tin đầu tiên ở Messenger', 'Tin đầu tiên ở Zalo'],
    )
  },
)

test('the timetable is the same each time, in order, and empty at night', () => {
  const planned = timetable(until, 28, 7)
  assert.deepEqual(planned, timetable(until, 28, 7))
  assert.ok(planned.length > 150, `${planned.length}`)
  assert.ok(planned.every((one, at) => at === 0 || one.at >= (planned[at - 1]?.at ?? until)))
  assert.ok(planned.every(one => one.at < until))
  const night = planned.filter(one => [18, 19, 20].includes(one.at.getUTCHours()))
  assert.equal(night.length, 0)
})
