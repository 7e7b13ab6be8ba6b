import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { chaos } from './chaos.ts'

const { PROPERTY_SEED: given, TEST_DATABASE_URL: database } = process.env

test(
  '3 web and 2 worker processes, killed while the database breaks off: nothing is lost or twice, and all in order',
  // The embedded database has only one process.
  { timeout: 300_000, skip: !database },
  async () => {
    const { problems, ...figures } = await chaos({ calm: 5, storm: 32 }, Number(given ?? randomInt(2 ** 31)))
    console.log(JSON.stringify(figures))
    assert.deepEqual(problems, [])
    assert.ok(figures.acknowledged >= 60, `only ${figures.acknowledged} messages were acknowledged`)
    assert.ok(figures.lostAttempts > 0, 'no fault met a message on its way')
  },
)
