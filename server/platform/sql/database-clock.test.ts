import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '../log.ts'
import { databaseClock } from './database-clock.ts'
import type { Engine } from './session.ts'

test('processes go by the time of their database, an hour before their own or after it', async () => {
  for (const offMs of [-3_600_000, 3_600_000, 0]) {
    const answer = async () => ({ rows: [{ at: new Date(Date.now() + offMs) }], count: 1 })
    const session = { query: answer, exchange: answer, alone: answer }
    const engine = { acquire: async () => session, release: () => {} } as unknown as Engine
    const clock = await databaseClock(engine, silentLog)
    assert.ok(Math.abs(clock.now().getTime() - Date.now() - offMs) < 1500)
  }
})
