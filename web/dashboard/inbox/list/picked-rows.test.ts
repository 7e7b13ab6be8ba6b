import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nonePicked, pickedAll, reached, stillThere, toggled } from './picked-rows.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const names = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join('')

test('one is picked and put back', () => {
  const one = toggled(nonePicked, 'b')
  assert.equal(names(one), 'b')
  assert.equal(names(toggled(one, 'b')), '')
})

test('a range goes from the last one touched, either way, and keeps what was picked', () => {
  const from = toggled(toggled(nonePicked, 'e'), 'c')
  assert.equal(names(reached(from, 'a', order)), 'abce')
  assert.equal(names(reached(reached(from, 'a', order), 'd', order)), 'abcde')
  assert.equal(names(reached(nonePicked, 'd', order)), 'd')
  assert.equal(names(reached(reached(nonePicked, 'd', order), 'b', order)), 'bcd')
  const back = reached(reached(from, 'a', order), 'e', order)
  assert.deepEqual([names(back), back.from], ['abcde', 'c'])
  assert.equal(names(reached({ ids: new Set(['x']), from: 'x' }, 'b', order)), 'bx')
})

test('what left the list is no longer picked', () => {
  const all = pickedAll(order)
  assert.equal(stillThere(all, order), all)
  assert.equal(names(stillThere(all, ['b', 'd'])), 'bd')
})
