import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { lan, listen, messengerDriver, pageId } from '#tests/drivers/messenger-driver.ts'
import { showTyping } from './show-typing.ts'

test('who takes long is seen typing on Messenger, again every 15 seconds, until they have written', async t => {
  const desk = await messengerDriver(t)
  await listen(desk)
  await desk.connect()
  await desk.control('user-message', { page: pageId, user: lan, text: 'Chào shop' })
  await desk.platform.jobs.drain()
  const { workspaceId } = desk.owner
  const { rows } = await desk.platform.db.asService(workspaceId, tx =>
    sql<{ id: string }>`select id from conversations where workspace_id = ${workspaceId}`.execute(tx),
  )
  const shown = () => desk.simulator.calls.filter(({ body }) => body['sender_action'] === 'typing_on').length
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { mock } = t.mock.method(globalThis, 'setTimeout')
  /** Until it has been shown so often, and the next time is waited for. */
  const until = async (count: number) => {
    while (mock.calls.filter(({ arguments: [, ms] }) => ms === 15_000).length < count) await new Promise(setImmediate)
    assert.equal(shown(), count)
  }
  const stop = showTyping(desk.platform, { workspace_id: workspaceId, conversation_id: rows[0]?.id ?? '' })
  t.mock.timers.tick(1499)
  assert.equal(shown(), 0, 'a quick answer makes no call')
  t.mock.timers.tick(1)
  await until(1)
  t.mock.timers.tick(15_000)
  await until(2)
  stop()
  t.mock.timers.tick(60_000)
  assert.equal(shown(), 2)
})
