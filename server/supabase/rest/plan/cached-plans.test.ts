import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planOnce, shapeOf, withValues } from './cached-plans.ts'

function plan(marked: URLSearchParams) {
  const values = [...marked].filter(([name]) => name !== 'select').map(([, value]) => value.replace(/^\w+\./, ''))
  return { statement: { text: `${values.length} values`, parameters: ['always', ...values] } }
}

function ask(tables: ReadonlyMap<string, never>, query: string) {
  const parameters = new URLSearchParams(query)
  const shaped = shapeOf(parameters)
  if (!shaped) return undefined
  let made = 0
  const stored = planOnce(tables, shaped.shape, parameters, marked => {
    made++
    return plan(marked)
  })
  return { ...withValues(stored, shaped.values), made }
}

test('the like of a request is planned once, and each brings its own values, in their places', () => {
  const tables = new Map<string, never>()
  const first = ask(tables, 'id=eq.1&select=*&price=gt.20')
  assert.deepEqual(first, { text: '2 values', parameters: ['always', '1', '20'], made: 1 })
  const second = ask(tables, 'id=eq.20&select=*&price=gt.eq.1')
  assert.deepEqual(second, { text: '2 values', parameters: ['always', '20', 'eq.1'], made: 0 })
  assert.equal(ask(new Map<string, never>(), 'id=eq.1&select=*&price=gt.20')?.made, 1, 'other tables, other plans')
})

test('whatever else differs is another request', () => {
  const tables = new Map<string, never>()
  const queries = ['id=eq.1', 'id=gt.1', 'name=eq.1', 'id=eq.1&id=eq.1', 'id=eq.1&select=id', 'id=eq.1&select=eq.1']
  for (const query of [...queries, 'id=eq.1&order=id', 'id=eq.1&limit=2', 'id=is.null', 'id=not.is.null'])
    assert.equal(ask(tables, query)?.made, 1, query)
})

test('what is not of the plain kind is left to the parser', () => {
  const queries = ['or=(a.eq.1)', 'and=eq.1', 'not.id=eq.1', 'rel.id=eq.1', 'id=in.(1)', 'id=like.a*', 'id=not.eq.1']
  for (const query of [
    ...queries,
    'id=eq(any).{1}',
    'a->b=eq.1',
    'id=1',
    'Id=eq.1',
    'id=fts.a',
    `select=${'a'.repeat(2001)}`,
  ])
    assert.equal(shapeOf(new URLSearchParams(query)), undefined, query)
})
