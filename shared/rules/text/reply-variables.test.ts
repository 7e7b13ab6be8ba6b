import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillVariables, holdsOpenVariable, openPlaces } from './reply-variables.ts'

test('places with a value are filled, the others stay to be seen', () => {
  const text = 'Chào {{customer_name}}, {{ member_name }} của {{shop_name}} đây ạ. Giao {{ngày giao}} nhé.'
  const filled = fillVariables(text, { customer_name: 'chị Ánh', shop_name: 'Mộc An', member_name: ' ' })
  assert.equal(filled, 'Chào chị Ánh, {{ member_name }} của Mộc An đây ạ. Giao {{ngày giao}} nhé.')
  assert.deepEqual(
    openPlaces(filled).map(({ name, start, end }) => [name, filled.slice(start, end)]),
    [
      ['member_name', '{{ member_name }}'],
      ['ngày giao', '{{ngày giao}}'],
    ],
  )
})

test('a value is put in as it is: no dollar sign, and no place in a name, does anything', () => {
  assert.equal(fillVariables('{{customer_name}}!', { customer_name: '$& {{shop_name}}' }), '$& {{shop_name}}!')
})

test('what is in braces but no place is left alone', () => {
  for (const text of ['{{7*7}}', '{customer_name}', '{{}}', '{{ }}', '{{<b>}}', '{{customer_name'])
    assert.deepEqual(openPlaces(text), [], text)
})

test('only our own places keep a text from going out', () => {
  assert.equal(holdsOpenVariable('Chào {{ customer_name }}'), true)
  assert.equal(holdsOpenVariable('Trong Vue viết {{ ten }}'), false)
  assert.equal(holdsOpenVariable('Chào chị Ánh'), false)
})
