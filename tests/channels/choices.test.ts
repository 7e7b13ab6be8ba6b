import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { lan, listen, messengerDriver, pageId } from '#tests/drivers/messenger-driver.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { makeWidget, openChat } from '#tests/fixtures/visitor.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { customer, startZaloDriver } from '#tests/drivers/zalo-driver.ts'

const cakes = `Bánh kem dâu: 280.000đ
Bánh kem nho: 290.000đ
Bánh kem dứa: 270.000đ
Bánh kem táo: 260.000đ
Trà đào: 45.000đ`
const longCakes = cakes.replaceAll('Bánh kem', 'Bánh kem hai tầng phủ')
const question = 'bánh kem giá bao nhiêu'

type Message = { author: string; text: string; payload: string | null; choices: string[] }

const messages = (platform: TestPlatform, user: string) =>
  platform.db.asService(
    null,
    async tx =>
      (
        await sql<Message>`select m.author, m.text, m.payload, m.choices from messages m join conversations v on v.id = m.conversation_id
          join contacts c on c.id = v.contact_id where c.external_id = ${user} order by m.seq`.execute(tx)
      ).rows,
  )

async function messenger(t: TestContext, knowledge: string) {
  const desk = await messengerDriver(t)
  await teach(desk.platform, desk.owner.workspaceId, 'Bảng giá', knowledge)
  await desk.connect()
  await listen(desk)
  const write = async (body: object) => {
    await desk.control('user-message', { page: pageId, user: lan, ...body })
    await desk.simulator.settled()
    await desk.platform.jobs.drain()
    await desk.pass(3100)
    await desk.platform.jobs.drain()
    await desk.simulator.settled()
    await desk.platform.jobs.drain()
  }
  const offered = () => desk.simulator.world.threads.get(`${pageId} ${lan}`)?.messages.at(-1)?.quickReplies ?? []
  return { ...desk, write, offered }
}

test('Messenger: the choices are quick replies, and a tap on one is answered as what it stands for', async t => {
  const desk = await messenger(t, cakes)
  await desk.write({ text: question })
  const replies = desk.offered()
  assert.deepEqual(
    replies.map(({ title }) => title),
    ['Bánh kem dâu', 'Bánh kem nho', 'Bánh kem dứa', 'Bánh kem táo'],
  )
  const [, nho] = replies
  await desk.write({ text: nho?.title, quick_reply: { payload: nho?.payload } })
  const sent = await messages(desk.platform, lan)
  assert.deepEqual(
    sent.map(one => one.author),
    ['contact', 'bot', 'contact', 'bot'],
  )
  assert.deepEqual([sent[2]?.text, sent[2]?.payload], ['Bánh kem nho', nho?.payload])
  assert.match(sent[3]?.text ?? '', /290\.000đ/)
  assert.doesNotMatch(sent[3]?.text ?? '', /280\.000đ/)
  assert.deepEqual(desk.offered(), [])
})

test('Messenger: names that are too long for a button are cut and numbered, and still mean the whole name', async t => {
  const desk = await messenger(t, longCakes)
  await desk.write({ text: question })
  const replies = desk.offered()
  assert.equal(replies.length, 4)
  assert.equal(new Set(replies.map(({ title }) => title)).size, 4)
  for (const { title } of replies) assert.match(title, /^\d\. .{1,16}…$/u)
  await desk.write({ text: replies[2]?.title, quick_reply: { payload: replies[2]?.payload } })
  const sent = await messages(desk.platform, lan)
  assert.match(sent.at(-1)?.text ?? '', /270\.000đ/)
  assert.doesNotMatch(sent.at(-1)?.text ?? '', /280\.000đ/)
})

test('Zalo: the choices have numbers, and a number is answered as what it stands for', async t => {
  const desk = await startZaloDriver(t)
  await teach(desk.platform, desk.workspace.workspaceId, 'Bảng giá', cakes)
  await desk.connect()
  const write = async (text: string) => {
    await desk.zalo.acts.say({ text })
    await desk.settle()
    await desk.pass(3100)
    await desk.pass(1000)
  }
  await write(question)
  const [, asked] = await messages(desk.platform, customer)
  assert.match(asked?.text ?? '', /\n1\. Bánh kem dâu\n2\. Bánh kem nho\n3\. Bánh kem dứa\n4\. Bánh kem táo$/)
  assert.equal(desk.zalo.world.messages.at(-1)?.text, asked?.text)
  await write('3')
  const sent = await messages(desk.platform, customer)
  assert.deepEqual(
    sent.map(one => one.author),
    ['contact', 'bot', 'contact', 'bot'],
  )
  assert.equal(sent[2]?.text, '3')
  assert.match(sent[3]?.text ?? '', /270\.000đ/)
})

test('website: the chat box gets the choices, and what is picked is written', async t => {
  const platform = await testPlatform()
  const app = await testApp(platform)
  t.after(async () => {
    await app.close()
    await platform.close()
  })
  const shop = await makeWorkspace(platform)
  await teach(platform, shop.workspaceId, 'Bảng giá', cakes)
  const visitor = await openChat(app, (await makeWidget(platform, shop)).account_id)
  const write = async (text: string) => {
    await visitor.send(text)
    await platform.jobs.drain()
    platform.clock.advance(2000)
    await platform.jobs.drain()
    return (await visitor.read()).messages as { text: string; choices?: string[] }[]
  }
  const choices = (await write(question)).at(-1)?.choices ?? []
  assert.deepEqual(choices, ['Bánh kem dâu', 'Bánh kem nho', 'Bánh kem dứa', 'Bánh kem táo'])
  const answered = (await write(choices[3] ?? '')).at(-1)
  assert.match(answered?.text ?? '', /260\.000đ/)
  assert.equal(answered?.choices, undefined)
})
