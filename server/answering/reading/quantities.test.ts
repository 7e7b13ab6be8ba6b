import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedQuantities, holdsQuantity, quantitiesIn } from './quantities.ts'

const words = (text: string): string[] => text.split(' ')
const holds = (said: string, asked: string): boolean =>
  askedQuantities(words(asked)).some(one => quantitiesIn(words(said)).some(other => holdsQuantity(other, one)))

test('an amount lies in a range or beyond a limit, of its own kind and in its own unit', () => {
  assert.ok(holds('tu 5 den 10 kg', 'con 7 kg'))
  assert.ok(holds('5 10 kg', '10 kg'))
  assert.ok(holds('duoi 15 tuoi', 'be 14 tuoi'))
  assert.ok(holds('don tu 500000', 'don 620000'))
  assert.ok(holds('8h00 20h30', '19h00'))
  assert.ok(holds('3 den 5 mm', '4 mm'))
  assert.ok(holds('800 g', '800 gram'))
  assert.ok(!holds('tu 5 den 10 kg', 'con 12 kg'))
  assert.ok(!holds('duoi 15 tuoi', '16 tuoi'))
  assert.ok(!holds('duoi 15 tuoi', '14 kg'))
})

test('who comes 20 days before asks for 20 days, not for all up to them', () => {
  assert.deepEqual(
    askedQuantities(words('truoc 20 ngay')).map(({ kind, from, to }) => [kind, from, to]),
    [['days', 20, 20]],
  )
  assert.ok(holds('15 den 29 ngay', 'truoc 20 ngay'))
  assert.ok(!holds('tu 30 ngay', 'truoc 20 ngay'))
})
