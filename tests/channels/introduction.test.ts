import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { hours } from '#platform/clock.ts'
import { lan, listen, messengerDriver, minh, pageId } from '#tests/drivers/messenger-driver.ts'
import { teach } from '#tests/fixtures/teach.ts'

const intro = 'Em là Sen, trợ lý tự động của shop ạ.'

async function shop(t: TestContext) {
  const desk = await messengerDriver(t)
  await teach(desk.platform, desk.owner.workspaceId, 'Giao hàng', 'Phí giao hàng là 25.000đ trong nội thành.')
  await desk.connect()
  await listen(desk)
  const settle = async () => {
    await desk.simulator.settled()
    await desk.platform.jobs.drain()
  }
  return {
    ...desk,
    settle,
    async ask(text: string, user = lan) {
      await desk.control('user-message', { page: pageId, user, text })
      await settle()
      await desk.pass(3100)
      await desk.platform.jobs.drain()
      await settle()
      return desk.simulator.world.threads.get(`${pageId} ${user}`)?.messages.at(-1)?.text ?? ''
    },
  }
}

test('in its first message of a chat the bot says what it is, and then no more', async t => {
  const desk = await shop(t)
  const first = await desk.ask('phí giao hàng bao nhiêu')
  assert.ok(first.startsWith(`${intro}\n\n`), first)
  assert.match(first, /25\.000đ/)
  assert.doesNotMatch(await desk.ask('phí giao hàng bao nhiêu vậy shop'), /trợ lý tự động/)
  assert.match(
    await desk.ask('hello, how much is shipping please?', minh),
    /^I’m Sen, the shop’s automatic assistant\.\n\n/,
  )
})

test('a greeting is answered by a greeting that says it', async t => {
  const desk = await shop(t)
  const greeted = 'Dạ em chào mình ạ! Em là Sen, trợ lý tự động của shop. Mình cần em hỗ trợ thông tin gì ạ?'
  assert.equal(await desk.ask('chào shop'), greeted)
  await desk.api('PUT', '/bot/settings', { greeting: 'Mộc An chào bạn! Bot của tiệm nghe đây ạ.' })
  assert.equal(await desk.ask('chào shop', minh), 'Mộc An chào bạn! Bot của tiệm nghe đây ạ.')
})

test('what confirms that no more news are sent has not said it', async t => {
  const desk = await shop(t)
  assert.match(await desk.ask('TC'), /nhắn LẠI/)
  assert.match(await desk.ask('phí giao hàng bao nhiêu'), /trợ lý tự động/)
})

test('nor has a campaign’s message: who answers it is told', async t => {
  const desk = await shop(t)
  await desk.ask('TC')
  await desk.platform.db.asService(null, tx =>
    sql`update messages set origin = 'broadcast', origin_id = id, purpose = 'promotion', text = '[QC] Mộc An: Bot của tiệm chào bạn'
      where direction = 'out'`.execute(tx),
  )
  assert.match(await desk.ask('phí giao hàng bao nhiêu'), /trợ lý tự động/)
})

test('it says so again after a day of silence, and where it takes over from a person', async t => {
  const desk = await shop(t)
  await desk.ask('phí giao hàng bao nhiêu')
  await desk.pass(hours(23))
  assert.doesNotMatch(await desk.ask('phí giao hàng bao nhiêu'), /trợ lý tự động/)
  await desk.pass(hours(24))
  assert.ok((await desk.ask('phí giao hàng bao nhiêu')).startsWith(intro))
  await desk.control('staff-message', { page: pageId, user: lan, text: 'Chị chờ em kiểm tra kho nhé' })
  await desk.settle()
  await desk.pass(hours(1))
  assert.ok((await desk.ask('phí giao hàng bao nhiêu')).startsWith(intro))
})

test('the owner switches it off; the answer that is kept, and the list shows, is the answer alone', async t => {
  const desk = await shop(t)
  const first = await desk.ask('phí giao hàng bao nhiêu')
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql<{ reply: string; preview: string }>`select a.text as reply, v.preview from answers a
      join conversations v on v.id = a.conversation_id`.execute(tx),
  )
  assert.equal(rows[0]?.preview, rows[0]?.reply)
  assert.deepEqual(
    rows.map(row => `${intro}\n\n${row.reply}`),
    [first],
  )
  await desk.api('PUT', '/bot/settings', { introduces: false })
  assert.equal(await desk.ask('phí giao hàng bao nhiêu', minh), rows[0]?.reply)
})

test('the playground shows how a chat would begin there', async t => {
  const desk = await shop(t)
  const tried = async (body: object) =>
    (await desk.api('POST', '/bot/ask', body)).body as { reply: string; introduced: string | null }
  const text = 'phí giao hàng bao nhiêu'
  const { reply, introduced } = await tried({ text })
  assert.equal(introduced, `${intro}\n\n${reply}`)
  const history = [
    { role: 'customer', text: 'chào shop' },
    { role: 'bot', text: 'Dạ em chào mình ạ!' },
  ]
  assert.equal((await tried({ text, history })).introduced, null)
  assert.equal((await tried({ text, settings: { introduces: false } })).introduced, null)
})
