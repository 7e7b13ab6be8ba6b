import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { clearUnimportedLater } from './clear-unimported.ts'

test('documents of an import that never ended are removed a day later; those of a shop that came stay', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { workspaceId } = await makeWorkspace(platform)
  const gone = newId()
  const keys = [`sources/${workspaceId}/1`, `sources/${gone}/1`]
  for (const key of keys) await platform.files.save(key, Readable.from(['bảng giá']), { maxBytes: 100 })
  for (const id of [workspaceId, gone]) await clearUnimportedLater(platform, id)
  await platform.jobs.drain()
  assert.ok(await platform.files.exists(keys[1] ?? ''))
  platform.clock.advance(hours(24))
  await platform.jobs.drain()
  assert.deepEqual(await Promise.all(keys.map(key => platform.files.exists(key))), [true, false])
})
