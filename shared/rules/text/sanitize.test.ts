import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fastestRun } from '#tests/setup/fastest-run.ts'
import { sanitizeTyped } from './sanitize.ts'

test('script tags go, with what stands between them', () => {
  assert.equal(sanitizeTyped('<script>alert(1)</script>Shop ơi'), 'Shop ơi')
  assert.equal(sanitizeTyped('a<SCRIPT src=//x.vn/x.js></SCRIPT >b'), 'ab')
  assert.equal(sanitizeTyped('a<script>b'), 'ab')
  assert.equal(sanitizeTyped('</script>ship bn'), 'ship bn')
})

test('a removal never puts a dangerous piece together', () => {
  assert.equal(sanitizeTyped('<scr<script>ipt>alert(1)</scr</script>ipt>'), '')
  assert.equal(sanitizeTyped('javajavascript:script:alert(1)'), 'alert(1)')
})

test('javascript: prefixes go, also when broken up', () => {
  assert.equal(sanitizeTyped('javascript:alert(1)'), 'alert(1)')
  assert.equal(sanitizeTyped('JaVaScRiPt:void(0)'), 'void(0)')
  assert.equal(sanitizeTyped('javascript: alert(1)'), ' alert(1)')
  assert.equal(sanitizeTyped('java\nscript:x()'), 'x()')
  assert.equal(sanitizeTyped('<a href="javascript:x()">'), '<a href="x()">')
})

test('inline handlers go, inside a tag and alone', () => {
  assert.equal(sanitizeTyped('<img src=x onerror=alert(1)>'), '<img src=x >')
  assert.equal(sanitizeTyped('<b onmadeup="x">đậm</b>'), '<b >đậm</b>')
  assert.equal(sanitizeTyped('<svg/onload=alert(1)>'), '<svg/>')
  assert.equal(sanitizeTyped('onclick="x()" mua ngay'), ' mua ngay')
  assert.equal(sanitizeTyped("ONERROR = 'x'"), '')
})

test('ordinary text stays as it is', () => {
  const ordinary = [
    'ship bn v shop',
    'Giá < 500k và > 200k thì chọn bộ nào ạ?',
    'onl = 50k, offline = 60k; online=1, one=1, option=2',
    'JavaScript: The Good Parts còn hàng không shop',
    'Em học javascript: bao nhiêu tiền một khoá ạ',
    'a <b nhưng c> d; 3<4; x <= y; i on = tắt',
    'Nguyễn Thị Ngọc Ánh Tuyết, 12/4 Nguyễn Thị Thập, quận 7',
    'kịch bản: onclick là gì vậy shop',
    'https://shop.vn/tim?online=1&on=2',
    'description: manuscript:2',
    '<3 shop, <3 <3',
  ]
  for (const text of ordinary) assert.equal(sanitizeTyped(text), text)
})

test('sanitizing twice changes nothing more, and never adds text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<script',
      '>',
      '</script>',
      'javascript:',
      ' onclick=',
      '"',
      "'",
      'on',
      'java',
      'script:',
      '<',
      'x',
    ),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), pieces => {
      const typed = pieces.join('')
      const once = sanitizeTyped(typed)
      assert.equal(sanitizeTyped(once), once)
      assert.ok(once.length <= typed.length)
      assert.ok(!/<script\b[^<>]*>/i.test(once))
    }),
    { numRuns: 2000 },
  )
})

test('a long hostile text takes no noticeable time', () => {
  const hostile = [
    '<script>'.repeat(4000),
    '<a '.repeat(9000),
    'on'.repeat(20_000) + '=',
    'javascript:('.repeat(2000),
    `<${'a'.repeat(20_000)}`,
    '<script>' + '<'.repeat(20_000),
  ]
  assert.ok(fastestRun(1500, () => hostile.forEach(text => sanitizeTyped(text))) < 1500)
})
