import assert from 'node:assert/strict'
import { test } from 'node:test'
import { press, type Pressed } from './pressed-keys.ts'

const shortcuts = ['r', 'i', '?', 'g i', 'g t']

function type(...keys: (string | [string, number])[]): (string | undefined)[] {
  let pressed: Pressed
  let now = 0
  return keys.map(one => {
    const [key, wait] = typeof one === 'string' ? [one, 100] : one
    now += wait
    const shiftKey = key === '?' || (key !== key.toLowerCase() && key.length === 1)
    const result = press(pressed, { key, shiftKey }, now, shortcuts)
    pressed = result.pressed
    return result.done
  })
}

test('single keys and keys one after the other', () => {
  assert.deepEqual(type('r'), ['r'])
  assert.deepEqual(type('?'), ['?'])
  assert.deepEqual(type('g', 'i'), [undefined, 'g i'])
  assert.deepEqual(type('g', 'g', 't'), [undefined, undefined, 'g t'])
})

test('what follows too late, or fits nothing, begins anew', () => {
  assert.deepEqual(type('g', ['i', 2000]), [undefined, 'i'])
  assert.deepEqual(type('g', 'r'), [undefined, 'r'])
  assert.deepEqual(type('g', 'x', 'i'), [undefined, undefined, 'i'])
})

test('Caps Lock does no harm, Shift is not ours, keys with names pass by', () => {
  assert.equal(press(undefined, { key: 'R', shiftKey: false }, 0, shortcuts).done, 'r')
  assert.equal(press(undefined, { key: 'R', shiftKey: true }, 0, shortcuts).done, undefined)
  assert.deepEqual(type('g', 'Shift', 'i'), [undefined, undefined, 'g i'])
})
