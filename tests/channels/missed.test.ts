// Messages that came while a channel was down: answered once if the platform still accepts a bot's reply, otherwise shown to the team.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { fillGap } from '#features/inbox/arrivals/fill-gap.ts'
import { reply } from '#features/inbox/messages/reply.ts'
import { lan, listen, messengerDriver, minh, pageId } from '#tests/drivers/messenger-driver.ts'
import { teach } from '#tests/fixtures/teach.ts'

const hour = 3_600_000
const question = 'phí giao hàng bao nhiêu'

async function shop(t: TestContext) {
  const desk = await messengerDriver(t)
  await teach(desk.platform, desk.owner.workspaceId, 'Giao hàng', 'Phí giao hàng là 25.000đ trong nội thành.')
  const channel = await desk.connect()
  await listen(desk)
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await desk.platform.db.asService(null, tx => query.execute(tx))).rows
  const settle = async () => {
    await desk.simulator.settled()
    await desk.platform.jobs.drain()
    await desk.pass(3100)
    await desk.platform.jobs.drain()
    await desk.simulator.settled()
    await desk.platform.jobs.drain()
  }
  return {
    ...desk,
    channel,
    rows,
    settle,
    async write(text: string, user = lan, more: object = {}) {
      await desk.control('user-message', { page: pageId, user, text, ...more })
      await settle()
    },
    statuses: async (user = lan) =>
      (
        await rows(sql<{
          line: string
        }>`select m.author || ' ' || m.status || coalesce(' ' || m.held_reason, '') as line
          from messages m join conversations v on v.id = m.conversation_id join contacts c on c.id = v.contact_id
          where c.external_id = ${user} order by m.seq`)
      ).map(row => row.line),
    waits: async (user = lan) =>
      (
        await rows(sql`select 1 from conversations v join contacts c on c.id = v.contact_id
          where c.external_id = ${user} and v.waiting_since is not null`)
      ).length > 0,
    wanted: async () =>
      (
        await rows(
          sql<{
            reason: string
          }>`select payload ->> 'reason' as reason from private.events where name = 'person.wanted'`,
        )
      ).map(row => row.reason),
    async lose() {
      await desk.control('revoke', { page: pageId })
      await desk.api('POST', `/channels/${channel}/check`)
    },
  }
}

test('what came in while the channel was lost is answered once after the reconnect, and nobody waits any more', async t => {
  const desk = await shop(t)
  await desk.lose()
  await desk.write(question)
  assert.deepEqual(await desk.statuses(), ['contact stored'])
  assert.equal(await desk.waits(), true)
  await desk.pass(2 * hour)
  await desk.connect()
  await desk.settle()
  assert.equal((await desk.statuses()).length, 2)
  assert.match((await desk.statuses())[1] ?? '', /^bot (sent|delivered|read)$/)
  assert.equal(await desk.waits(), false)
  await desk.connect()
  await desk.settle()
  assert.equal((await desk.statuses()).length, 2)
})

test('after a day nobody is answered by the bot any more: they wait for a person', async t => {
  const desk = await shop(t)
  await desk.lose()
  await desk.write(question)
  await desk.pass(25 * hour)
  await desk.connect()
  await desk.settle()
  assert.deepEqual(await desk.statuses(), ['contact stored'])
  assert.equal(await desk.waits(), true)
})

test('who has a person, or a promise of one, keeps them', async t => {
  const desk = await shop(t)
  await desk.write('shop có bán xe máy điện không vậy')
  assert.equal(await desk.waits(), true)
  await desk.write('alo', minh)
  const [talk] = await desk.rows(
    sql<{
      id: string
    }>`select v.id from conversations v join contacts c on c.id = v.contact_id where c.external_id = ${minh}`,
  )
  await desk.lose()
  await desk.write(question)
  await desk.write(question, minh)
  const before = (await desk.statuses(minh)).length
  await reply(desk.platform, caller(desk.owner), { id: talk?.id ?? '', text: 'Dạ em trả lời ngay' })
  await desk.connect()
  await desk.settle()
  assert.match((await desk.statuses()).at(-1) ?? '', /^bot/)
  assert.equal(await desk.waits(), true, 'the promise of before stands')
  assert.equal((await desk.statuses(minh)).length, before + 1)
  assert.match((await desk.statuses(minh)).at(-1) ?? '', /^member/)
})

test('a restricted page: the answer is made, waits, and goes out when the page may send again', async t => {
  const desk = await shop(t)
  await desk.rows(sql`update channels set status = 'paused' where id = ${desk.channel}`)
  await desk.write(question)
  assert.match((await desk.statuses()).at(-1) ?? '', /^bot/)
})

test('read from the record: the young is answered, the old waits for a person who is called, what a person answered rests', async t => {
  const desk = await shop(t)
  const old = '24680000000000033'
  const cared = '24680000000000044'
  const page = desk.simulator.world.pages.get(pageId)
  assert.ok(page)
  page.subscribed = undefined
  await desk.control('user-message', { page: pageId, user: old, text: question })
  await desk.pass(30 * hour)
  await desk.control('user-message', { page: pageId, user: lan, text: question })
  await desk.control('user-message', { page: pageId, user: cared, text: question })
  await desk.control('staff-message', { page: pageId, user: cared, text: 'Dạ 25k ạ' })
  await desk.pass(hour)
  const since = new Date(desk.platform.clock.now().getTime() - 48 * hour).toISOString()
  const gap = { workspace_id: desk.owner.workspaceId, channel_id: desk.channel, since }
  await fillGap(desk.platform, gap)
  await desk.settle()
  await fillGap(desk.platform, gap)
  await desk.settle()
  assert.deepEqual(await desk.statuses(old), ['contact stored'])
  assert.equal(await desk.waits(old), true)
  assert.deepEqual(await desk.wanted(), ['window_closed'])
  assert.equal((await desk.statuses()).length, 2)
  assert.match((await desk.statuses())[1] ?? '', /^bot/)
  assert.deepEqual(await desk.statuses(cared), ['contact stored', 'member sent'])
})

test('who came by an advertisement may be answered for seven days, unless Meta says otherwise', async t => {
  const desk = await shop(t)
  const ad = { message_referral: { ref: 'tet', source: 'ADS', type: 'OPEN_THREAD', ad_id: '6045246247433' } }
  await desk.write('chào shop', lan, ad)
  await desk.write('chào shop', minh, ad)
  const talks = await desk.rows(
    sql<{
      id: string
    }>`select v.id from conversations v join contacts c on c.id = v.contact_id order by c.external_id = ${minh}`,
  )
  await desk.pass(100 * hour)
  await reply(desk.platform, caller(desk.owner), { id: talks[0]?.id ?? '', text: 'Dạ hàng đã về ạ' })
  await desk.settle()
  assert.match((await desk.statuses()).at(-1) ?? '', /^member (sent|delivered|read)$/)
  assert.equal(desk.simulator.calls.at(-1)?.body['messaging_type'], 'RESPONSE')

  const thread = desk.simulator.world.threads.get(`${pageId} ${minh}`)
  assert.ok(thread)
  thread.adEntryAt = undefined
  await reply(desk.platform, caller(desk.owner), { id: talks[1]?.id ?? '', text: 'Dạ hàng đã về ạ' })
  await desk.settle()
  assert.equal((await desk.statuses(minh)).at(-1), 'member held window_closed')
  const [contact] = await desk.rows(
    sql<{ ad_entry_at: Date | null }>`select ad_entry_at from contacts where external_id = ${minh}`,
  )
  assert.equal(contact?.ad_entry_at, null)
})

function caller({ workspaceId, personId }: { workspaceId: string; personId: string }) {
  const claims = { role: 'authenticated', sub: personId } as const
  return { personId, email: 'chu@example.com', workspaceId, role: 'admin', claims, language: 'vi' } as const
}
