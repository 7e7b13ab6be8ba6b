import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type EmbeddedEngine, openEmbedded } from './embedded-engine.ts'
import { plain } from '../sql/session.ts'

const endless = 'select count(*) from generate_series(1, 1000000000)'
/** One long comparison that never checks for interrupts. */
const uninterruptible = "select repeat('a', 3000000) like '%' || repeat('a', 3000) || 'b'"
const greedy = "select length(repeat(repeat('a', 1000000), 150) || 'b') as length"

describe('the embedded database in its thread', () => {
  let folder: string
  let engine: EmbeddedEngine
  const restarts: string[] = []
  const bounds = { limitMs: 500, graceMs: 400, maxMemory: 300, restartMs: 0 }
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sen-thread-'))
    engine = await openEmbedded(join(folder, 'database'), {
      onRestart: why => restarts.push(why),
      bounds,
    })
    await alone('create table kept (n int)')
  })
  after(async () => {
    await engine.close()
    rmSync(folder, { recursive: true })
  })

  async function alone(text: string): Promise<unknown[]> {
    const session = await engine.acquire()
    try {
      return (await session.exchange([plain(text)])).rows
    } finally {
      engine.release(session, false)
    }
  }

  async function durably(text: string): Promise<void> {
    const session = await engine.acquire()
    let safe: Promise<void>
    try {
      await session.exchange([plain('begin')])
      safe = (await engine.commit(session, [plain(text)])).safe
    } finally {
      engine.release(session, false)
    }
    await safe
  }

  const storedRows = async () => ((await alone('select n from kept order by n')) as { n: number }[]).map(({ n }) => n)

  test('ends a statement that takes too long, and goes on at once, as if it had not been asked', async () => {
    let ticks = 0
    const clock = setInterval(() => ticks++, 5)
    await assert.rejects(alone(endless), { code: '57014', message: 'canceling statement due to statement timeout' })
    clearInterval(clock)
    assert.ok(ticks > 5, `this thread did other work meanwhile: ${ticks} times`)
    assert.deepEqual(await alone('select 1 as one'), [{ one: 1 }])
    assert.deepEqual(restarts, [])
  })

  test('means no other statement by it, however often it comes just as one ends', async () => {
    for (let ms = bounds.limitMs - 12; ms < bounds.limitMs + 12; ms += 6)
      await alone(`select pg_sleep(${ms / 1000})`).catch((error: { code: string }) => assert.equal(error.code, '57014'))
    assert.deepEqual(await alone('select count(*) as n from generate_series(1, 1000)'), [{ n: 1000 }])
  })

  test('is ended and opened anew where a statement does not hear, with all that was committed', async () => {
    await durably('insert into kept values (1)')
    const session = await engine.acquire()
    await session.exchange([plain('begin'), plain('insert into kept values (2)')])
    await assert.rejects(session.exchange([plain(uninterruptible)]), { code: '57P01' })
    await assert.rejects(session.exchange([plain('commit')]), { code: '57P01' }, 'this session is over')
    engine.release(session, true)
    assert.deepEqual(await storedRows(), [1])
    assert.equal(restarts.length, 1)
    await durably('insert into kept values (3)')
    assert.deepEqual(await storedRows(), [1, 3])
  })

  test('tells nobody that something is safe which went with it', async () => {
    const writes = [4, 5, 6].map(n => durably(`insert into kept values (${n})`))
    const ended = alone(uninterruptible)
    const results = await Promise.allSettled([...writes, ended])
    const safe = [4, 5, 6].filter((_, index) => results[index]?.status === 'fulfilled')
    const stored = await storedRows()
    assert.ok(
      safe.every(n => stored.includes(n)),
      `told ${safe.join()}, kept ${stored.join()}`,
    )
    assert.equal(results[3]?.status, 'rejected')
  })

  test('gives back the memory that a statement has taken', async () => {
    const before = restarts.length
    bounds.limitMs = 10_000
    assert.deepEqual(await alone(greedy), [{ length: 150_000_001 }])
    const maxRss = process.memoryUsage.rss()
    assert.deepEqual(await alone('select 1 as one'), [{ one: 1 }])
    assert.deepEqual(restarts.slice(before), ['It had taken too much memory'])
    await alone('select 1 as one')
    assert.equal(restarts.length, before + 1, 'once')
    while (process.memoryUsage.rss() > maxRss - 150_000_000) await wait(20)
    assert.ok((await storedRows()).includes(1))
  })
})
