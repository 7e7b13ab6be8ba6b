import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type EmbeddedEngine, openEmbedded } from './embedded-engine.ts'
import type { Session } from '../sql/session.ts'

describe('prepared statements of the embedded database', () => {
  let engine: EmbeddedEngine
  let session: Session
  before(async () => {
    engine = await openEmbedded(undefined)
    session = await engine.acquire()
    await session.query(
      'create table things (id int primary key, name text, at timestamptz, list text[], data jsonb, big bigint)',
      [],
    )
  })
  after(async () => {
    engine.release(session, false)
    await engine.close()
  })

  test('take and give every kind of value, again and again', async () => {
    const at = new Date('2026-11-20T03:04:05.678Z')
    for (const id of [1, 2, 3]) {
      const { rows, count } = await session.query(
        'insert into things values ($1, $2, $3, $4, $5::jsonb, $6) returning *',
        [id, `ẤM "x" '${id}'`, at, ['a,b', '{c}', 'd"e'], JSON.stringify([{ a: null }]), 9_007_199_254_740_991],
      )
      assert.deepEqual(rows, [
        {
          id,
          name: `ẤM "x" '${id}'`,
          at,
          list: ['a,b', '{c}', 'd"e'],
          data: [{ a: null }],
          big: 9_007_199_254_740_991,
        },
      ])
      assert.equal(count, 1)
    }
    const { rows } = await session.query('update things set name = $1 where id > $2 returning name', [null, 1])
    assert.deepEqual(rows, [{ name: null }, { name: null }])
  })

  test('go on after one that failed', async () => {
    const insert = 'insert into things (id) values ($1)'
    await session.query(insert, [10])
    await assert.rejects(session.query(insert, [10]), { code: '23505' })
    await assert.rejects(session.query('select nothing from nowhere where $1', [true]), { code: '42P01' })
    await session.query(insert, [11])
    assert.equal((await session.query('select id from things where id >= $1', [10])).rows.length, 2)
  })

  test('are forgotten, oldest first, when there are too many, and made again when they come back', async () => {
    const numbered = (n: number) => session.query(`select $1::int + ${n} as sum`, [1])
    for (let n = 0; n < 550; n++) for (let time = 0; time < 3; time++) await numbered(n)
    assert.deepEqual((await numbered(0)).rows, [{ sum: 1 }])
    const { rows } = await session.query('select count(*) as n from pg_prepared_statements', [])
    assert.ok((rows[0] as { n: number }).n > 100 && (rows[0] as { n: number }).n <= 501)
  })
})
