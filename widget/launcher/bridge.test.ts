import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { envelope, readToFrame, readToPage, type ToFrame, type ToPage } from './bridge.ts'

const start: ToFrame = {
  type: 'start',
  ticket: 't',
  visitor_token: null,
  read: '',
  unsent: null,
  page_url: 'https://shop.vn/',
  locale: 'vi',
  theme: 'auto',
  colour: null,
  identity: null,
  attributes: {},
}

test('what one side sends, the other reads', () => {
  const down: ToFrame[] = [
    start,
    { type: 'opened' },
    { type: 'attributes', attributes: { gói: 'vàng', lần: 2, vip: true } },
  ]
  for (const message of down) assert.deepEqual(readToFrame(envelope(message)), message)
  const up: ToPage[] = [{ type: 'loaded' }, { type: 'unread', count: 3 }, { type: 'visitor', visitor_token: null }]
  for (const message of up) assert.deepEqual(readToPage(envelope(message)), message)
})

test("anything else is nobody's message", () => {
  for (const data of [
    null,
    'start',
    { type: 'opened' },
    { sen: 1 },
    { sen: 1, type: 'constructor' },
    { sen: 1, type: 'opened', more: 1 },
    { ...envelope(start), locale: 'fr' },
    { ...envelope(start), ticket: 7 },
    { sen: 1, type: 'send', text: 'x'.repeat(5000) },
    { sen: 1, type: 'attributes', attributes: { deep: {} } },
    { sen: 1, type: 'attributes', attributes: { nan: Number.NaN } },
    { sen: 1, type: 'attributes', attributes: ['vip'] },
    { sen: 1, type: 'attributes', attributes: { ['x'.repeat(65)]: 1 } },
    { sen: 1, type: 'attributes', attributes: { note: 'x'.repeat(501) } },
    { sen: 1, type: 'attributes', attributes: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [at, 1])) },
  ]) {
    assert.equal(readToFrame(data), null)
  }
  for (const count of [-1, 0.5, 1e6]) assert.equal(readToPage({ sen: 1, type: 'unread', count }), null)
  fc.assert(fc.property(fc.anything(), data => assert.equal(readToPage(data) ?? readToFrame(data), null)))
})
