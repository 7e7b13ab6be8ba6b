import assert from 'node:assert/strict'
import { after as afterAll, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { untilRowIsAwaited } from '#tests/fixtures/until-row-is-awaited.ts'
import { after, days, seconds, systemClock } from '../clock.ts'
import { forgetOldEvents } from '../events/forget-events.ts'
import { newId } from '../ids.ts'
import { makeJobs } from './jobs.ts'
import { silentLog } from '../log.ts'
import { claimLock } from './run-jobs.ts'

describe('jobs', () => {
  let platform: TestPlatform
  before(async () => {
    platform = await testPlatform()
  })
  afterAll(() => platform.close())
  beforeEach(() => platform.db.asService(null, tx => sql`delete from private.jobs`.execute(tx)))

  const waiting = async () =>
    (
      await platform.db.asService(null, tx =>
        sql<{ payload: { n: number }; run_at: Date }>`select payload, run_at from private.jobs order by id`.execute(tx),
      )
    ).rows

  test('what they were told of is forgotten after thirty days', async () => {
    const ages = async () => {
      const { rows } = await platform.db.asService(null, tx =>
        sql<{ payload: { age: number } }>`select payload from private.events where name = 'age test'`.execute(tx),
      )
      return rows.map(row => row.payload.age)
    }
    await platform.db.asService(null, async tx => {
      for (const age of [29, 31])
        await sql`insert into private.events (name, payload, at)
          values ('age test', jsonb_build_object('age', ${age}::int), ${after(platform.clock.now(), -days(age))})`.execute(
          tx,
        )
    })
    await forgetOldEvents(platform)
    assert.deepEqual(await ages(), [29])
  })

  test('run in their order within a lane, and a lane never runs two at once', async () => {
    const ran: number[] = []
    let together = 0
    platform.jobs.handle('lane test', async (payload: { n: number }) => {
      together++
      assert.equal(together, 1)
      await new Promise(resolve => setImmediate(resolve))
      ran.push(payload.n)
      together--
    })
    await platform.db.asService(null, async tx => {
      for (const n of [1, 2, 3, 4, 5]) await platform.jobs.enqueue(tx, { kind: 'lane test', lane: 'a', payload: { n } })
    })
    await platform.jobs.drain()
    assert.deepEqual(ran, [1, 2, 3, 4, 5])
  })

  test('wait for the claim of another process, which may take an earlier one of their lane', async () => {
    let ran = 0
    platform.jobs.handle('claim test', async () => void ran++)
    await platform.db.asService(null, tx =>
      platform.jobs.enqueue(tx, { kind: 'claim test', lane: 'a', payload: { n: 1 } }),
    )
    const [claims, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const other = platform.db.asService(null, async tx => {
      await sql`select pg_advisory_xact_lock(${claimLock})`.execute(tx)
      claims.resolve()
      await isOver.promise
    })
    await claims.promise
    const drained = platform.jobs.drain()
    await untilRowIsAwaited(platform, drained)
    const meanwhile = ran
    isOver.resolve()
    await Promise.all([other, drained])
    assert.deepEqual([meanwhile, ran], [0, 1])
  })

  test('of one person are run in the order in which it was told, whoever listens', async () => {
    const ran: string[] = []
    for (const kind of ['person.locked → lock person', 'person.unlocked → unlock person'])
      platform.jobs.handle(kind, async () => {
        await new Promise(resolve => setTimeout(resolve, kind.includes('unlocked') ? 0 : 5))
        ran.push(kind)
      })
    const person_id = newId()
    await platform.db.asService(null, tx =>
      platform.jobs.emit(tx, 'person.locked', { person_id, until: platform.clock.now().toISOString() }),
    )
    await platform.db.asService(null, tx => platform.jobs.emit(tx, 'person.unlocked', { person_id }))
    await platform.jobs.drain()
    assert.deepEqual(ran, ['person.locked → lock person', 'person.unlocked → unlock person'])
  })

  test('that come due while a later one of their lane runs wait until that has ended', async () => {
    const ran: string[] = []
    let finish = () => {}
    const held = new Promise<void>(resolve => (finish = resolve))
    const queue = makeJobs(platform.db, platform.clock, silentLog)
    queue.handle('lane', async ({ name }: { name: string }) => {
      ran.push(`${name} begins`)
      if (name === 'later') await held
      ran.push(`${name} ends`)
    })
    const now = platform.clock.now()
    await platform.db.asService(null, async tx => {
      for (const [name, ms] of Object.entries({ earlier: 1000, later: 0 }))
        await queue.enqueue(tx, { kind: 'lane', lane: 'c', payload: { name }, runAt: after(now, ms) })
    })
    await queue.start()
    while (ran.length === 0) await new Promise(resolve => setTimeout(resolve, 5))
    platform.clock.advance(seconds(2))
    let looked = false
    queue.handle('other', async () => void (looked = true))
    await platform.db.asService(null, tx => queue.enqueue(tx, { kind: 'other', payload: {} }))
    while (!looked) await new Promise(resolve => setTimeout(resolve, 5))
    finish()
    while (ran.length < 4) await new Promise(resolve => setTimeout(resolve, 5))
    await queue.stop(1000)
    assert.deepEqual(ran, ['later begins', 'later ends', 'earlier begins', 'earlier ends'])
  })

  test('wait for their time, and the same key moves the waiting one instead of doubling it', async () => {
    let ran = 0
    platform.jobs.handle('later', async () => {
      ran++
    })
    const due = (ms: number, n: number) => ({
      kind: 'later',
      key: 'k',
      payload: { n },
      runAt: after(platform.clock.now(), ms),
    })
    await platform.db.asService(null, tx => platform.jobs.enqueue(tx, due(seconds(1), 1)))
    await platform.db.asService(null, tx => platform.jobs.enqueue(tx, due(seconds(3), 2)))
    assert.equal((await waiting()).length, 1)
    platform.clock.advance(seconds(2))
    await platform.jobs.drain()
    assert.equal(ran, 0)
    platform.clock.advance(seconds(2))
    await platform.jobs.drain()
    assert.equal(ran, 1)
  })

  test('that fail wait longer each time, hold back their lane, and end as a dead letter that frees it', async () => {
    const seen: string[] = []
    platform.jobs.handle('fails', async () => {
      seen.push('fails')
      throw new Error('no luck')
    })
    platform.jobs.handle('follows', async () => {
      seen.push('follows')
    })
    await platform.db.asService(null, async tx => {
      await platform.jobs.enqueue(tx, { kind: 'fails', lane: 'b', payload: {} })
      await platform.jobs.enqueue(tx, { kind: 'follows', lane: 'b', payload: {} })
    })
    for (let attempt = 0; attempt < 8; attempt++) {
      await platform.jobs.drain()
      assert.equal(seen.length, attempt === 7 ? 9 : attempt + 1)
      platform.clock.advance(seconds(300))
    }
    assert.deepEqual(seen.at(-1), 'follows')
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ kind: string; reason: string; attempts: number }>`select kind, reason, attempts from dead_letters`.execute(
        tx,
      ),
    )
    assert.deepEqual(rows, [{ kind: 'fails', reason: 'no luck', attempts: 8 }])
  })

  test('of a worker that died are taken over when its lease ends, not before', async () => {
    const dead = makeJobs(platform.db, platform.clock, silentLog)
    dead.handle('take over', () => new Promise(() => {}))
    let ran = 0
    platform.jobs.handle('take over', async () => {
      ran++
    })
    await platform.db.asService(null, tx => platform.jobs.enqueue(tx, { kind: 'take over', payload: {} }))
    void dead.drain()
    while (
      !(await platform.db.asService(null, tx => sql`select 1 from private.jobs where worker is not null`.execute(tx)))
        .rows.length
    );
    await platform.jobs.drain()
    assert.equal(ran, 0)
    platform.clock.advance(seconds(9))
    await platform.jobs.drain()
    assert.equal(ran, 1)
    assert.deepEqual(await waiting(), [])
  })

  test('whose worker is dead and whose lane is held are waited for without asking again and again', async () => {
    const now = platform.clock.now()
    let claims = 0
    const counted = {
      ...platform.db,
      asHousekeeper: ((run: never) => (claims++, platform.db.asHousekeeper(run))) as typeof platform.db.asHousekeeper,
    }
    const queue = makeJobs(counted, platform.clock, silentLog)
    await queue.start()
    await platform.db.asService(null, tx =>
      sql`insert into private.jobs (kind, lane, run_at, attempts, worker, lease_until) values
        ('first', 'held', ${after(now, seconds(300))}, 3, null, null),
        ('second', 'held', ${after(now, -seconds(60))}, 1, gen_random_uuid(), ${after(now, -seconds(30))})`.execute(tx),
    )
    await platform.db.asService(null, tx =>
      queue.enqueue(tx, { kind: 'nobody', payload: {}, runAt: after(now, seconds(900)) }),
    )
    await new Promise(resolve => setTimeout(resolve, 500))
    await queue.stop(100)
    assert.ok(claims <= 3, `${claims} claims in half a second`)
  })

  test('that still run are not taken a second time when their lease went by', async () => {
    let ran = 0
    let finish = () => {}
    const held = new Promise<void>(resolve => {
      finish = resolve
    })
    const queue = makeJobs(platform.db, platform.clock, silentLog)
    queue.handle('slow', () => {
      ran++
      return held
    })
    await queue.start()
    await platform.db.asService(null, tx => queue.enqueue(tx, { kind: 'slow', payload: {} }))
    while (ran === 0) await new Promise(resolve => setTimeout(resolve, 5))
    platform.clock.advance(seconds(60))
    await platform.db.asService(null, tx => queue.enqueue(tx, { kind: 'nobody', payload: {} }))
    await new Promise(resolve => setTimeout(resolve, 100))
    finish()
    await queue.stop(1000)
    assert.equal(ran, 1)
  })

  test('enqueued in a transaction that is rolled back never were', async () => {
    await assert.rejects(
      platform.db.asService(null, async tx => {
        await platform.jobs.enqueue(tx, { kind: 'never', payload: {} })
        throw new Error('undo')
      }),
    )
    assert.deepEqual(await waiting(), [])
  })
})

describe('a running queue', () => {
  test('loses no wake-up: each of many jobs, enqueued one by one, runs once and soon', async () => {
    const platform = await testPlatform({ clock: systemClock })
    const ran = new Map<number, number>()
    let slowest = 0
    platform.jobs.handle('ping', async (payload: { n: number; at: number }) => {
      ran.set(payload.n, (ran.get(payload.n) ?? 0) + 1)
      slowest = Math.max(slowest, performance.now() - payload.at)
    })
    await platform.jobs.start()
    for (let n = 0; n < 100; n++) {
      await platform.db.asService(null, tx =>
        platform.jobs.enqueue(tx, { kind: 'ping', payload: { n, at: performance.now() } }),
      )
    }
    const deadline = performance.now() + 30_000
    while (ran.size < 100 && performance.now() < deadline) await new Promise(resolve => setTimeout(resolve, 5))
    await platform.jobs.stop(1000)
    await platform.close()
    assert.equal(ran.size, 100)
    assert.ok([...ran.values()].every(times => times === 1))
    assert.ok(slowest < 5000, `the slowest waited ${slowest} ms`)
  })
})
