import assert from 'node:assert/strict'
import { test } from 'node:test'
import { picked, tappable } from './choices.ts'

const id = '01890000-0000-7000-8000-000000000001'
const cakes = {
  id,
  text: 'Loại nào ạ: Bánh dâu, Bánh nho hay Bánh số 3?',
  choices: ['Bánh dâu', 'Bánh nho', 'Bánh số 3'],
}
const listed = {
  ...cakes,
  text: 'Loại nào ạ?\n1. Combo 3\n2. Combo 2\n3. Combo 1',
  choices: ['Combo 3', 'Combo 2', 'Combo 1'],
}
const write = (text: string, asked = [cakes], isOpen = true): string | undefined =>
  picked({ text, payload: null }, asked, isOpen)

test('a tap means what its message offered there, whatever the title says, and nothing that was not offered', () => {
  const taps = tappable(id, cakes.choices)
  assert.deepEqual(
    taps.map(({ payload }) => picked({ text: '2. Bánh n…', payload }, [cakes], false)),
    cakes.choices,
  )
  assert.equal(picked({ text: 'x', payload: `choice:${id}:9` }, [cakes], true), undefined)
  assert.equal(picked({ text: '2', payload: `choice:${id.replace('1', '2')}:1` }, [cakes], true), undefined)
  assert.equal(picked({ text: 'x', payload: 'ADS_GREETING' }, [cakes], true), undefined)
})

test('a number picks by its place, as long as nothing else was said', () => {
  for (const text of ['2', ' 2. ', 'số 2', 'Loại 2 ạ', 'cái 2 nhé', '02']) assert.equal(write(text), 'Bánh nho', text)
  assert.equal(write('2', [cakes], false), undefined)
  for (const text of ['4', '0', '2 cái', '12/3', 'size 2 giá sao', '', '２９'])
    assert.equal(write(text), undefined, text)
  assert.equal(write('2', []), undefined)
})

test('a number that stands in a name means that name, unless numbers were shown', () => {
  assert.equal(write('3'), 'Bánh số 3')
  assert.equal(write('1', [{ ...listed, text: 'Combo 3, Combo 2 hay Combo 1?' }]), 'Combo 1')
  assert.equal(write('1', [listed]), 'Combo 3')
})
