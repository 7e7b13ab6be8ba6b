import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutes, seconds } from '#platform/clock.ts'
import type { SendOutcome } from '#features/channels/sending/sending.ts'
import { broadcastShop } from '#tests/fixtures/broadcast-shop.ts'
import { resumeBroadcast } from './change-state.ts'

const refused = (): SendOutcome => ({ outcome: 'failed', class: 'permanent', code: 'facebook.refused' })
const arrived = (): SendOutcome => ({ outcome: 'sent', externalId: crypto.randomUUID() })

test('an admin who lets it go on has seen what failed until then: only what fails after that pauses it again', async t => {
  const { start, pass, kind, status, states, platform, workspace } = await broadcastShop(t, 'facebook', 45)
  const { admin } = workspace
  const half = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? refused : arrived))
  kind.outcomes.push(...half, ...Array.from({ length: 10 }, () => arrived))
  const id = await start({}, 0)
  const count = async (state: string) => (await states()).filter(one => one.startsWith(state)).length
  for (let turn = 0; turn < 60 && (await status(id))?.status === 'running'; turn++) await pass(seconds(1))
  assert.deepEqual([(await status(id))?.status, (await status(id))?.reason], ['paused', 'failures'])
  const before = await count('sent')
  kind.outcomes.length = 0
  await resumeBroadcast(platform, admin, { id })
  for (let turn = 0; turn < 20 && (await status(id))?.status === 'running'; turn++) await pass(minutes(1), seconds(5))
  assert.deepEqual([await status(id), await count('failed')], [{ status: 'done', reason: null, spent: 0 }, 10])
  assert.ok((await count('sent')) > before)
})
