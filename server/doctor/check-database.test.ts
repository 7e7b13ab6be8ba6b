import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionsFinding } from './check-database.ts'
import { lineOf } from './finding.ts'

test('connections are too few for one process, or for one more', () => {
  const line = (most: number, used: number) => lineOf(connectionsFinding({ most, used }))
  assert.equal(line(97, 26), '✔ Connections: 26 of 97 of PostgreSQL are open, and each process takes up to 13')
  assert.match(line(97, 90), /^! Connections: 90 of 97 [^\n]+\n {4}Set max_connections to 13 for each process/)
  assert.match(line(10, 3), /^✖ Connections/)
})
