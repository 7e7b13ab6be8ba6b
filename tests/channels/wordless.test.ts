import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { lan, listen, messengerDriver, pageId } from '#tests/drivers/messenger-driver.ts'
import { teach } from '#tests/fixtures/teach.ts'

const image = { type: 'image', payload: { url: 'https://scontent.example/anh.jpg' } }
const sticker = { type: 'sticker', payload: { sticker_id: 369239263222822, url: 'https://scontent.example/like.png' } }

async function shop(t: TestContext) {
  const desk = await messengerDriver(t)
  await teach(desk.platform, desk.owner.workspaceId, 'Giao hàng', 'Phí giao hàng là 25.000đ trong nội thành.')
  await desk.connect()
  await listen(desk)
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await desk.platform.db.asService(null, tx => query.execute(tx))).rows
  return {
    ...desk,
    async write(...bodies: object[]) {
      for (const body of bodies) await desk.control('user-message', { page: pageId, user: lan, ...body })
      await desk.simulator.settled()
      await desk.platform.jobs.drain()
      await desk.pass(3100)
      await desk.platform.jobs.drain()
      await desk.simulator.settled()
      await desk.platform.jobs.drain()
    },
    statuses: async () =>
      (await rows(sql<{ author: string }>`select author from messages order by seq`)).map(one => one.author),
    last: async () => (await rows(sql<{ text: string }>`select text from messages order by seq desc limit 1`))[0]?.text,
    waits: async () => (await rows(sql`select 1 from conversations where waiting_since is not null`)).length > 0,
    wanted: async () => (await rows(sql`select 1 from private.events where name = 'person.wanted'`)).length,
  }
}

test('a picture without a word: the customer hears that a person looks at it, once, and somebody does', async t => {
  const desk = await shop(t)
  await desk.write({ attachments: [image] })
  assert.deepEqual(await desk.statuses(), ['contact', 'system'])
  assert.match((await desk.last()) ?? '', /nhân viên shop xem/)
  assert.equal(await desk.waits(), true)
  assert.equal(await desk.wanted(), 1)
  const sent = desk.simulator.world.threads.get(`${pageId} ${lan}`)?.messages.at(-1)?.text
  assert.equal(sent, await desk.last())
  await desk.write({ attachments: [image] })
  assert.deepEqual(await desk.statuses(), ['contact', 'system', 'contact'])
  await desk.write({ text: 'phí giao hàng bao nhiêu' })
  assert.match((await desk.last()) ?? '', /25\.000đ/)
})

test('a picture with a question in the same breath is answered as the question', async t => {
  const desk = await shop(t)
  await desk.write({ attachments: [image] }, { text: 'phí giao hàng bao nhiêu' })
  assert.deepEqual(await desk.statuses(), ['contact', 'contact', 'bot'])
})

test('a sticker gets a friendly word and calls nobody', async t => {
  const desk = await shop(t)
  await desk.write({ text: 'phí giao hàng bao nhiêu' })
  await desk.write({ attachments: [sticker] })
  assert.deepEqual(await desk.statuses(), ['contact', 'bot', 'contact', 'system'])
  assert.equal(await desk.waits(), false)
  assert.equal(await desk.wanted(), 0)
})

test('in the language of what was written before, and in the tone that the shop chose', async t => {
  const desk = await shop(t)
  await desk.write({ text: 'how much is shipping to Hanoi please' })
  await desk.api('PUT', '/bot/settings', { tone: 'brief' })
  await desk.write({ attachments: [{ type: 'audio', payload: { url: 'https://scontent.example/a.mp4' } }] })
  assert.equal(await desk.last(), 'Got it. A colleague will look at it and reply soon.')
})
