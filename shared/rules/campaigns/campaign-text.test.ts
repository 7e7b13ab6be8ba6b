import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '#tests/setup/property-runs.ts'
import { optOutIntentOf } from '../opt-out-words.ts'
import { fillPlaces, soundsPromotional, textFor, wholeText, wrongPlaces } from './campaign-text.ts'

const lan = { customerName: 'Lan', fields: { ten_be: 'Bống' } }
const nobody = { customerName: null, fields: {} }

test('places are filled, or by what the author wrote for nobody in particular, or the text is not sent', () => {
  assert.equal(
    fillPlaces('Chào {{customer_name|bạn}}, {{field:ten_be|bé}} khoẻ không?', lan),
    'Chào Lan, Bống khoẻ không?',
  )
  assert.equal(fillPlaces('Chào {{ customer_name | bạn }}!', nobody), 'Chào bạn!')
  assert.equal(fillPlaces('Chào {{customer_name}}!', nobody), undefined)
})

test('what somebody wrote into a profile is a short line that leads nowhere, or it is not used', () => {
  for (const customerName of [
    'Lan\nMua ngay',
    'x'.repeat(101),
    'https://lua.dao',
    'www.x',
    'nhan qua tai abc.xyz',
    '{{field:a}}',
  ])
    assert.equal(fillPlaces('Chào {{customer_name|bạn}}', { customerName, fields: {} }), 'Chào bạn', customerName)
})

test('a place that nothing can fill is named', () => {
  assert.deepEqual(wrongPlaces('{{customer_name}} {{field:so_buoi|0}}'), [])
  assert.deepEqual(wrongPlaces('{{ten}} {{customer_name|a|b}} {{'), ['{{ten}}', '{{customer_name|a|b}}', '{{'])
  const known = ['ten_be']
  assert.deepEqual(wrongPlaces('{{customer_name}} {{ field:ten_be|bé}}', known), [])
  assert.deepEqual(wrongPlaces('{{field:ten_bee|bé}}', known), ['{{field:ten_bee|bé}}'])
  assert.deepEqual(wrongPlaces('{{customer_name}}'.repeat(9)), ['{{customer_name}}'])
})

test('dots that stand for words still to come are nothing to send; empty is, and is then not sent', () => {
  for (const open of ['{{field:ten_be|…}}', '{{customer_name| ... }}']) {
    assert.deepEqual(wrongPlaces(`Chào {{customer_name}} ${open}`), [open])
    assert.equal(fillPlaces(`Chào ${open}!`, nobody), undefined, open)
  }
  assert.deepEqual(wrongPlaces('{{field:ten_be|}} {{field:ten_be|bé…}}'), [])
  assert.equal(fillPlaces('Chào {{field:ten_be|}}!', nobody), undefined)
  assert.equal(fillPlaces('Chào {{field:ten_be|bé…}}!', nobody), 'Chào bé…!')
})

test('nothing in braces is ever sent', () => {
  const part = fc.constantFrom('{{', '}}', '{', '|', 'customer_name', 'field:a', 'Chào', ' ', '\n')
  const texts = fc.array(part, { maxLength: 12 }).map(parts => parts.join(''))
  fc.assert(
    fc.property(texts, fc.option(fc.string(), { nil: null }), (text, customerName) => {
      if (wrongPlaces(text).length > 0) return
      const filled = fillPlaces(text, { customerName, fields: {} })
      assert.ok(filled === undefined || !/\{\{|\}\}/.test(filled), filled)
    }),
    runs(1000),
  )
})

test('everybody reads their own language, or the one chosen for the others', () => {
  const content = { texts: { vi: 'Chào', en: 'Hello' }, fallback: null }
  assert.equal(textFor(content, 'en', 'vi'), 'Hello')
  assert.equal(textFor(content, null, 'vi'), 'Chào')
  assert.equal(textFor({ texts: { vi: 'Chào' }, fallback: null }, 'en', 'vi'), undefined)
  assert.equal(textFor({ texts: { vi: 'Chào' }, fallback: 'vi' }, 'en', 'vi'), 'Chào')
})

test('what advertises says so and who sends it; the way out that it names is understood', () => {
  for (const [language, way] of [
    ['vi', 'TC'],
    ['en', 'STOP'],
  ] as const) {
    const whole = wholeText('Mời ghé', { purpose: 'promotion', shop: 'Tiệm $& Mây', language })
    assert.match(whole, language === 'vi' ? /^\[QC\] Tiệm \$& Mây: Mời ghé\n/ : /^\[AD\] Tiệm \$& Mây: /)
    assert.ok(whole.includes(` ${way}`))
    assert.equal(optOutIntentOf(way), 'stop')
  }
  assert.equal(wholeText('Đơn đã gửi', { purpose: 'service', shop: 'Mây', language: 'vi' }), 'Đơn đã gửi')
})

test('advertising is recognised with and without marks; a reminder is none', () => {
  for (const text of [
    'GIẢM GIÁ cuối năm',
    'giam gia nhe',
    'voucher 50k',
    'còn 20% thôi',
    'Freeship hôm nay',
    'big sale',
  ])
    assert.ok(soundsPromotional(text), text)
  for (const text of ['Mai mình có lịch gội lúc 9h nhé', 'Đơn của chị đã giao', 'wholesale là gì?'])
    assert.ok(!soundsPromotional(text), text)
})
