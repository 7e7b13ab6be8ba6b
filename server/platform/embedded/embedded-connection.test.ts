import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compiled, connectEmbedded } from './embedded-connection.ts'

test('what one database has compiled is kept for the next', async () => {
  const open = async () => (await connectEmbedded(undefined, undefined)).close()
  await open()
  const before = [...compiled.values()]
  assert.ok(before.length > 0, 'something is kept when a database has been closed')
  await open()
  const after = [...compiled.values()]
  assert.ok(
    after.length === before.length && after.every((module, index) => module === before[index]),
    'nothing was compiled again',
  )
})
