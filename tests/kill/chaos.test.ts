import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import { chaos } from './chaos.ts'

const { PROPERTY_SEED: given, TEST_DATABASE_URL: database } = process.env

describe('3 web and 2 worker processes, killed while the database breaks off', () => {
  // The embedded database has only one process.
  if (!database) return

  test('nothing is lost or twice, and all in order', { timeout: 300_000 }, async () => {
    const seed = Number(given ?? randomInt(2 ** 31))
    console.log(`PROPERTY_SEED=${seed}`)
    const { problems, ...figures } = await chaos({ calm: 5, storm: 32 }, seed)
    console.log(JSON.stringify(figures))
    assert.deepEqual(problems, [])
    assert.ok(figures.acknowledged >= 60, `only ${figures.acknowledged} messages were acknowledged`)
    assert.ok(figures.lostAttempts > 0, 'no fault met a message on its way')
  })
})
