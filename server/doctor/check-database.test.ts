import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testPlatform } from '#server/testing.ts'
import { checkConnections, connectionsFinding } from './check-database.ts'
import { lineOf } from './finding.ts'

test('connections are too few for one process, or for one more', () => {
  const line = (max: number, used: number) => lineOf(connectionsFinding({ max, used }))
  assert.equal(line(97, 26), '✔ Connections: 26 of 97 of PostgreSQL are open, and each process takes up to 13')
  assert.match(line(97, 90), /^! Connections: 90 of 97 [^\n]+\n {4}Set max_connections to 13 for each process/)
  assert.match(line(10, 3), /^✖ Connections/)
})

test('connections of other roles are counted too', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const found = await checkConnections(platform)
  assert.equal(found.length, platform.db.engine.kind === 'postgresql' ? 1 : 0)
  for (const finding of found) assert.match(lineOf(finding), /Connections: [1-9]/)
})
