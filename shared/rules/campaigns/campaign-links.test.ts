import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linksIn, targetOf, withLinks } from './campaign-links.ts'

test('links are found as people write them, without the sentence’s own signs', () => {
  assert.deepEqual(
    linksIn('Xem https://may.example/the, (https://may.example/gia) hoặc [giá](https://may.example/g). Nhé!'),
    ['https://may.example/the', 'https://may.example/gia', 'https://may.example/g'],
  )
  assert.deepEqual(linksIn('https://may.example/a_(1) và https://may.example/a_(1)…'), ['https://may.example/a_(1)'])
  assert.deepEqual(linksIn('không có gì, may.example cũng không'), [])
})

test('one that differs from person to person is none, and of many the first five are counted', () => {
  assert.deepEqual(linksIn('https://may.example/?ten={{customer_name|bạn}} https://may.example/{{field:ma|x}}'), [])
  const many = Array.from({ length: 8 }, (_, at) => `https://may.example/${at}`)
  assert.deepEqual(linksIn(many.join(' ')), many.slice(0, 5))
})

test('nobody is led anywhere but to a page of the web under its own name', () => {
  assert.equal(targetOf('https://Mây.example/thẻ'), 'https://xn--my-pia.example/th%E1%BA%BB')
  const none = [
    ...['javascript:alert(1)', 'data:text/html,x', 'ftp://may.example/', 'https://'],
    ...[
      'https://bank.example@evil.example/',
      'https://a:b@evil.example/',
      'http://localhost/',
      `https://may.example/${'x'.repeat(1000)}`,
    ],
  ]
  for (const link of none) assert.equal(targetOf(link), undefined, link)
})

test('each link gets the address that stands for it, and one that begins like another is another', () => {
  const codes: Record<string, string> = { 'https://may.example': 'A', 'https://may.example/the': 'B' }
  const text = 'https://may.example, https://may.example/the. https://may.example/the/lan'
  assert.equal(
    withLinks(text, link => codes[link]),
    'A, B. https://may.example/the/lan',
  )
})
