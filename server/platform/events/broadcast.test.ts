import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import type { BroadcastMessage } from './broadcast.ts'
import { makeBroadcast } from './broadcast.ts'
import { makeDatabase } from '../sql/database.ts'
import { silentLog } from '../log.ts'

describe('broadcast', () => {
  let platform: TestPlatform
  const received: BroadcastMessage[] = []
  before(async () => {
    platform = await testPlatform()
    await platform.broadcast.start()
    platform.broadcast.subscribe('conversation:1', message => received.push(message))
  })
  after(() => platform.close())

  test('is heard at once by who listens to the topic, and by nobody else', async () => {
    let others = 0
    const stop = platform.broadcast.subscribe('conversation:2', () => others++)
    await platform.broadcast.send('conversation:1', 'typing', { author: 'bot' })
    stop()
    await platform.broadcast.send('conversation:2', 'typing', {})
    assert.deepEqual(received.splice(0), [{ topic: 'conversation:1', event: 'typing', payload: { author: 'bot' } }])
    assert.equal(others, 0)
  })

  test('told in a transaction is heard after the commit, and never after a rollback', async () => {
    const send = async (fail: boolean) =>
      platform.db.asService(null, async tx => {
        await platform.broadcast.send('conversation:1', 'generating', { fail }, tx)
        assert.equal(received.length, 0)
        if (fail) throw new Error('taken back')
      })
    await assert.rejects(send(true))
    await send(false)
    await until(() => received.length > 0)
    assert.deepEqual(received.splice(0), [{ topic: 'conversation:1', event: 'generating', payload: { fail: false } }])
  })

  test('that is long, or holds any character or bytes, arrives whole', async () => {
    const text = 'Giá ship nội thành 15.000đ 🚚\u2028"\\'.repeat(2000)
    await platform.db.asService(null, async tx => {
      await platform.broadcast.send('conversation:1', 'long', { text }, tx)
      await platform.broadcast.send('conversation:1', 'bytes', new Uint8Array([0, 255, 7]), tx)
    })
    await until(() => received.length > 1)
    assert.deepEqual(
      received.splice(0).map(message => message.payload),
      [{ text }, new Uint8Array([0, 255, 7])],
    )
  })

  test('reaches another process through PostgreSQL, and the teller once', async t => {
    if (platform.db.engine.kind === 'embedded') return t.diagnostic('The embedded database has one process.')
    const other = makeBroadcast(makeDatabase(platform.db.engine), silentLog)
    const there: BroadcastMessage[] = []
    other.subscribe(undefined, message => there.push(message))
    await other.start()
    platform.broadcast.publish({ topic: 'conversation:1', event: 'typing', payload: {}, from: 'socket' })
    await until(() => there.length > 0)
    assert.deepEqual(there, [{ topic: 'conversation:1', event: 'typing', payload: {}, from: 'socket' }])
    assert.equal(received.splice(0).length, 1)
  })
})

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!holds() && performance.now() < deadline) await new Promise(resolve => setTimeout(resolve, 5))
}
