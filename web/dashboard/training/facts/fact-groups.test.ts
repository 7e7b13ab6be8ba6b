import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { sortFacts } from './fact-groups.ts'

test('a group is named by all headings above its rows, so that two branches differ', () => {
  const fact = (group: number, path: string[]) =>
    ({
      name: 'Gội bầu',
      path,
      group,
      source_id: 's',
      state: 'valid',
      values: [{ head: '', value: '200.000đ', kind: 'money' }],
    }) as unknown as Fact
  const { prices } = sortFacts([
    fact(1, ['Chi nhánh Quận 1', 'Gội']),
    fact(2, ['Chi nhánh Quận 3', 'Gội']),
    fact(3, []),
  ])
  assert.deepEqual(
    prices.map(({ title }) => title),
    ['Chi nhánh Quận 1 › Gội', 'Chi nhánh Quận 3 › Gội', ''],
  )
})
