import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filledBody, fillTemplate, placesIn, type TemplateParam, wrongValue } from './template-values.ts'

const param = (name: string, change: Partial<TemplateParam> = {}): TemplateParam => ({
  ...{ name, type: 'text', required: true, min_length: 0, max_length: 20 },
  ...change,
})
const params = [
  param('ten'),
  param('ngay', { type: 'date' }),
  param('diem', { type: 'number', required: false, max_length: 5 }),
]
const right = { ten: '{{customer_name|bạn}}', ngay: '{{field:hen|24/11/2026}}', diem: '120' }
const nobody = { customerName: null, fields: {} }

test('what no customer could get is found before anybody is counted', () => {
  assert.equal(wrongValue(params, right), undefined)
  const why = (values: object) => wrongValue(params, { ...right, ...values })
  assert.deepEqual(why({ ten: ' ' }), { name: 'ten', why: 'missing' })
  assert.deepEqual(why({ tuoi: '30' }), { name: 'tuoi', why: 'unknown' })
  assert.deepEqual(why({ ten: '{{mat_khau}}' }), { name: 'ten', why: 'place' })
  assert.equal(wrongValue(params, right, ['hen']), undefined)
  assert.deepEqual(wrongValue(params, right, ['hẹn']), { name: 'ngay', why: 'place' })
  assert.deepEqual(why({ ten: 'Nguyễn Thị Hoàng Minh Anh' }), { name: 'ten', why: 'too_long' })
  assert.deepEqual(why({ diem: '12k' }), { name: 'diem', why: 'not_a_number' })
  assert.deepEqual(why({ ngay: '31/02/2026' }), { name: 'ngay', why: 'not_a_date' })
  assert.deepEqual(why({ ngay: 'mai' }), { name: 'ngay', why: 'not_a_date' })
  assert.equal(why({ diem: '' }), undefined)
  assert.deepEqual(wrongValue([param('ma', { min_length: 4 })], { ma: 'A1' }), { name: 'ma', why: 'too_short' })
})

test('each customer’s own values must fit, and none is left open', () => {
  assert.deepEqual(fillTemplate(params, right, { customerName: 'Lan', fields: {} }), {
    ...{ ten: 'Lan', ngay: '24/11/2026', diem: '120' },
  })
  assert.deepEqual(fillTemplate(params, { ...right, diem: '' }, nobody), { ten: 'bạn', ngay: '24/11/2026' })
  assert.equal(fillTemplate(params, { ...right, ten: '{{customer_name}}' }, nobody), undefined)
  assert.equal(fillTemplate(params, right, { customerName: null, fields: { hen: 'thứ bảy' } }), undefined)
  assert.equal(fillTemplate(params, right, { customerName: 'Công ty trách nhiệm hữu hạn', fields: {} }), undefined)
})

test('places of a text, and what is read in them', () => {
  const body = 'Chào {{1}}, lịch lúc {{ 2 }} của {{1}}.'
  assert.deepEqual(placesIn(body), ['1', '2'])
  assert.equal(filledBody(body, { 1: 'Lan', 2: '10:00' }), 'Chào Lan, lịch lúc 10:00 của Lan.')
})
