import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { programForTests } from '#tests/setup/program.ts'
import { currentTime, withinTimeOf } from './caller-time.ts'

describe('the time of a caller', () => {
  const program = programForTests()
  const endless = sql`select count(*) from generate_series(1, 1000000000)`
  const short = sql`select 1 as one`

  test('is taken by what it reads, ends a statement, and comes back by and by; others have theirs', async () => {
    const { db } = program.platform
    const read = (who: string, statement = short) =>
      withinTimeOf(program.platform, who, () => db.readAsPerson({ role: 'anon' }, statement))
    for (let time = 0; time < 50; time++) await read('one')
    const began = performance.now()
    await assert.rejects(read('one', endless), { code: '57014', message: /statement timeout/ })
    assert.ok(performance.now() - began > 1900, 'it had its time')
    assert.deepEqual(await read('one'), [{ one: 1 }], 'more is left')
    await withinTimeOf(program.platform, 'one', async () => currentTime()?.spend(6000))
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => read('one', endless)))
    const refused = results.filter(
      one => one.status === 'rejected' && (one.reason as { code: string }).code !== '57014',
    )
    if (db.engine.kind === 'embedded') assert.ok(refused.length >= 2)
    await assert.rejects(read('one'), { code: 'request.too_many', status: 429 })
    assert.deepEqual(await read('another'), [{ one: 1 }])
    assert.deepEqual(await db.readAsService(short), [{ one: 1 }], 'and what is nobody’s has no bounds')
  })

  test('is that of the read alone, not of what runs after it', async () => {
    await withinTimeOf(program.platform, 'reader', async () => assert.ok(currentTime()))
    assert.equal(currentTime(), undefined)
  })

  test('a read that takes long has its time, and is counted whole', async () => {
    const { db } = program.platform
    await withinTimeOf(program.platform, 'slow', async () => {
      assert.equal((await db.readAsPerson({ role: 'anon' }, sql`select pg_sleep(0.4)`)).length, 1)
      assert.ok((currentTime()?.taken() ?? 0) > 250)
    })
  })

  test('a read lets go before it, is asked again, and takes as long together as one may', async () => {
    const { db } = program.platform
    if (db.engine.kind !== 'embedded') return
    const ended: string[] = []
    const within = (name: string, statement: typeof short) =>
      withinTimeOf(program.platform, name, () => db.readAsPerson({ role: 'anon' }, statement)).finally(() =>
        ended.push(name),
      )
    const reads = Promise.allSettled([
      within('heavy', sql`select count(*) as n from generate_series(1, 400000)`),
      within('too heavy', endless),
    ])
    for (let time = 0; time < 3; time++) {
      await db.asService(null, tx => short.execute(tx))
      ended.push('write')
    }
    const [heavy, tooHeavy] = await reads
    assert.deepEqual(heavy, { status: 'fulfilled', value: [{ n: 400_000 }] })
    assert.ok(tooHeavy.status === 'rejected' && (tooHeavy.reason as { code: string }).code === '57014')
    assert.ok(ended.indexOf('too heavy') > ended.lastIndexOf('write'), `nobody waited for it: ${ended.join()}`)
  })
})
