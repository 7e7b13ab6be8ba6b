import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { minutes, seconds } from '../clock.ts'
import type { Platform } from '../platform.ts'
import { testPlatform } from '#server/testing.ts'
import { drawInMemory } from './memory-limit.ts'
import { forgetFullBuckets, limit } from './rate-limit.ts'

const another = (platform: Platform): Platform => ({ ...platform })

async function rows(platform: Platform): Promise<number> {
  const counted = await platform.db.asService(null, tx =>
    sql<{ count: number }>`select count(*)::int as count from private.rate_buckets`.execute(tx),
  )
  return counted.rows[0]?.count ?? 0
}

test('so many at once, then evenly; who waited long may do all of it again, and no more', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const rule = { max: 6, windowMs: minutes(1) }
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 6; n++) await limit(platform, 'a', rule)
    await assert.rejects(limit(platform, 'a', rule), { code: 'request.too_many', retryAfter: 10 })
    platform.clock.advance(seconds(4))
    await assert.rejects(limit(platform, 'a', rule), { code: 'request.too_many', retryAfter: 6 })
    platform.clock.advance(seconds(6))
    await limit(platform, 'a', rule)
    await assert.rejects(limit(platform, 'a', rule), { code: 'request.too_many', retryAfter: 10 })
    await limit(platform, 'b', rule)
    platform.clock.advance(minutes(10))
  }
})

test('a burst smaller than the rate', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const rule = { max: 60, windowMs: minutes(1), burst: 3 }
  for (let n = 0; n < 3; n++) await limit(platform, 'a', rule)
  await assert.rejects(limit(platform, 'a', rule), { code: 'request.too_many', retryAfter: 1 })
  platform.clock.advance(seconds(2))
  for (let n = 0; n < 2; n++) await limit(platform, 'a', rule)
  await assert.rejects(limit(platform, 'a', rule), { code: 'request.too_many' })
})

test('processes share a bucket: of many that draw at once, exactly so many get a token', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const processes = [platform, another(platform), another(platform)]
  const rule = { max: 10, windowMs: minutes(1) }
  const draws = Array.from({ length: 60 }, (_, n) => limit(processes[n % 3] ?? platform, 'a', rule))
  const results = await Promise.allSettled(draws)
  assert.equal(results.filter(result => result.status === 'fulfilled').length, 10)
})

test('who is refused costs the database nothing until the wait is over', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const rule = { max: 1, windowMs: minutes(1) }
  await limit(platform, 'a', rule)
  await assert.rejects(limit(platform, 'a', rule))
  await platform.db.asService(null, tx => sql`delete from private.rate_buckets`.execute(tx))
  await assert.rejects(limit(platform, 'a', rule), { code: 'request.too_many', retryAfter: 60 })
  assert.equal(await rows(platform), 0)
})

test('a full bucket leaves nothing behind', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  for (const who of ['a', 'b', 'c']) await limit(platform, who, { max: 1, windowMs: minutes(1) })
  await limit(platform, 'd', { max: 1, windowMs: minutes(5) })
  platform.clock.advance(minutes(1))
  await forgetFullBuckets(platform)
  assert.equal(await rows(platform), 1)
  platform.clock.advance(minutes(4))
  await forgetFullBuckets(platform)
  assert.equal(await rows(platform), 0)
})

test('a light draw is counted in memory, with the same words', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const rule = { max: 60, windowMs: minutes(1), burst: 10 }
  for (let n = 0; n < 8; n++) drawInMemory(platform, 'a', rule)
  drawInMemory(platform, 'a', rule, 2)
  assert.throws(() => drawInMemory(platform, 'a', rule), { code: 'request.too_many', retryAfter: 1 })
  drawInMemory(platform, 'b', rule)
  platform.clock.advance(seconds(1))
  drawInMemory(platform, 'a', rule)
  assert.throws(() => drawInMemory(platform, 'a', rule), { code: 'request.too_many', retryAfter: 1 })
})

test('more than the bucket holds is one draw that waits for the whole of it', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const rule = { max: 10, windowMs: seconds(10) }
  drawInMemory(platform, 'a', rule, 30)
  assert.throws(() => drawInMemory(platform, 'a', rule), { code: 'request.too_many', retryAfter: 21 })
})

test('memory stays bounded, and who drew lately is not forgotten', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const rule = { max: 1, windowMs: minutes(60) }
  drawInMemory(platform, 'first', rule)
  drawInMemory(platform, 'busy', rule)
  for (let n = 0; n < 60_000; n++) {
    drawInMemory(platform, `peer ${n}`, rule)
    if (n % 5000 === 0) assert.throws(() => drawInMemory(platform, 'busy', rule))
  }
  assert.throws(() => drawInMemory(platform, 'peer 55000', rule))
  drawInMemory(platform, 'first', rule)
  drawInMemory(platform, 'peer 0', rule)
})

test('what one process gives much of, the others learn; alone on the embedded database nobody writes', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const other = another(platform)
  const rule = { max: 100, windowMs: minutes(60) }
  for (let n = 0; n < 100; n++) drawInMemory(platform, 'a', rule)
  if (platform.db.engine.kind === 'embedded') {
    drawInMemory(other, 'a', rule)
    return assert.equal(await rows(platform), 0)
  }
  while ((await rows(platform)) === 0) await new Promise(resolve => setTimeout(resolve, 20))
  let given = 0
  await assert.rejects(
    async () => {
      for (; given < 100; given++) {
        drawInMemory(other, 'a', rule)
        if (given % 13 === 12) await new Promise(resolve => setTimeout(resolve, 400))
      }
    },
    { code: 'request.too_many' },
  )
  assert.ok(given < 40, `${given} given`)
})
