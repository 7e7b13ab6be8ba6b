import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Platform } from '#platform/platform.ts'
import { onThreadTime } from './thread-time.ts'

test('who has used up the time waits, others do not; and it comes back', async t => {
  const platform = {} as Platform
  let now = 1000
  t.mock.method(performance, 'now', () => now)
  const take = (who: string, ms: number) => onThreadTime(platform, who, async () => void (now += ms))
  for (let n = 0; n < 4; n++) await take('one', 10_000)
  await assert.rejects(take('one', 1), { code: 'request.too_many' })
  await take('other', 10)
  now += 120_000
  await take('one', 10_000)
  await assert.rejects(take('one', 1), { code: 'request.too_many' })
})
