import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { holdsWords, sortFacts } from './fact-groups.ts'

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

test('each fact stands in one place: prices, where and when, the rest, and what no longer holds', () => {
  const fact = (name: string, kinds: string[], state = 'valid') =>
    ({
      ...{ name, line: name, path: ['Chung'], group: 1, source_id: 's', state },
      values: kinds.map((kind, at) => ({ head: `cột ${at}`, value: name, kind })),
    }) as unknown as Fact
  const facts = [
    fact('Gội', ['money', 'time']),
    fact('Địa chỉ', ['place']),
    fact('Chất liệu', ['text']),
    fact('Giá cũ', ['money'], 'past'),
  ]
  const { prices, places, others, old } = sortFacts(facts)
  const names = (list: readonly Fact[]) => list.map(({ name }) => name)
  assert.deepEqual(
    [
      prices.flatMap(group => names(group.facts)),
      names(places),
      others.flatMap(group => names(group.facts)),
      names(old),
    ],
    [['Gội'], ['Địa chỉ'], ['Chất liệu'], ['Giá cũ']],
  )
  assert.deepEqual(prices[0]?.heads, ['cột 0', 'cột 1'])
  assert.ok(holdsWords(facts[1]!, 'dia chung'))
  assert.ok(!holdsWords(facts[1]!, 'dia gội'))
})
