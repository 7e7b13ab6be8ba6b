import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { enginesOf, isRacing, reasonForBoth } from './engines.ts'
import { readImportGraph, reachedBy } from './import-graph.ts'
import { findTestFiles } from './test-files.ts'

const root = join(import.meta.dirname, '../..')

test('every file meets each database within two days', () => {
  for (const file of findTestFiles()) {
    const met = new Set([...enginesOf(file, 20_000), ...enginesOf(file, 20_001)])
    assert.deepEqual([...met].sort(), ['embedded', 'postgresql'], file)
  }
})

test('a race meets PostgreSQL every day', () => {
  const file = 'server/features/workspaces/team.test.ts'
  for (const day of [20_000, 20_001]) assert.ok(enginesOf(file, day).includes('postgresql'))
  assert.ok(!isRacing('shared/rules/text/sanitize.test.ts'))
})

test('a day’s work is shared between the two', () => {
  const single = findTestFiles().filter(file => !reasonForBoth(file) && !isRacing(file))
  const embedded = single.filter(file => enginesOf(file, 20_000)[0] === 'embedded').length
  assert.ok(Math.abs(embedded / single.length - 0.5) < 0.1, `${embedded} of ${single.length}`)
})

const graph = readImportGraph(root)
const changes: [changed: string, reached: string, spared: string][] = [
  [
    'shared/rules/money/money.ts',
    'server/features/billing/refunds/refund.test.ts',
    'shared/rules/text/sanitize.test.ts',
  ],
  ['server/platform/jobs/jobs.ts', 'server/platform/jobs/jobs.test.ts', 'web/documents.test.ts'],
  ['server/features/inbox/arrivals/read-hook.ts', 'tests/wire/messenger.test.ts', 'tests/payments/stripe.test.ts'],
  [
    'database/migrations/0001-0025/0001-roles-and-schemas.sql',
    'tests/policies/who-sees-what.test.ts',
    'shared/rules/money/tax.test.ts',
  ],
  ['web/kit/button.tsx', 'tests/journeys/inbox/inbox.test.ts', 'tests/wire/rest/rest.test.ts'],
]
for (const [changed, reached, spared] of changes) {
  test(`a change of ${changed} runs what it reaches, and no more`, () => {
    const files = reachedBy(graph, [changed])
    assert.ok(files.has(reached), `${reached} is reached`)
    assert.ok(!files.has(spared), `${spared} is spared`)
  })
}

test('the program put together is followed where that is asked for', () => {
  const file = 'server/features/inbox/messages/reply.ts'
  assert.ok(reachedBy(graph, [file], true).size > 2 * reachedBy(graph, [file]).size)
})
