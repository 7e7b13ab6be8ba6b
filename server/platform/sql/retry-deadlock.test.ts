import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testPlatform } from '#server/testing.ts'
import { retryDeadlock } from './retry-deadlock.ts'

const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' })

test('a transaction that was given up to end a deadlock is begun anew, three times at most', async () => {
  let tries = 0
  const succeedsAt = (try_: number) => () => (++tries < try_ ? Promise.reject(deadlock()) : Promise.resolve('done'))
  assert.equal(await retryDeadlock(succeedsAt(3)), 'done')
  tries = 0
  await assert.rejects(retryDeadlock(succeedsAt(4)), { code: '40P01' })
  assert.equal(tries, 3)
  tries = 0
  await assert.rejects(
    retryDeadlock(() => (tries++, Promise.reject(new Error('no such row')))),
    /no such row/,
  )
  assert.equal(tries, 1)
})

test('two that take the same locks in opposite order both come through', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  if (platform.db.engine.kind === 'embedded')
    return t.diagnostic('The embedded database runs one transaction at a time.')
  const both = Promise.withResolvers<void>()
  let holding = 0
  let begun = 0
  const take = (one: number, other: number) =>
    retryDeadlock(() =>
      platform.db.asService(null, async tx => {
        begun++
        await sql`select pg_advisory_xact_lock(${one}::int)`.execute(tx)
        if (++holding === 2) both.resolve()
        await both.promise
        await sql`select pg_advisory_xact_lock(${other}::int)`.execute(tx)
      }),
    )
  await Promise.all([take(1, 2), take(2, 1)])
  assert.equal(begun, 3)
})
