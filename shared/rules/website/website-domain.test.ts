import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameAncestors, isRegistered, readDomain } from './website-domain.ts'

test('a host is read out of whatever an owner pastes', () => {
  const read: Record<string, string | null> = {
    'shop.vn': 'shop.vn',
    '  HTTPS://Shop.VN/lien-he?a=1#b ': 'shop.vn',
    '//shop.vn/': 'shop.vn',
    'http://shop.vn:80': 'shop.vn',
    'https://shop.vn:443': 'shop.vn',
    'shop.vn:8443': 'shop.vn:8443',
    'shop.vn.': 'shop.vn',
    '*.Example.com': '*.example.com',
    'https://*.example.com/': '*.example.com',
    localhost: 'localhost',
    'localhost:3000': 'localhost:3000',
    '127.0.0.1:4173': '127.0.0.1:4173',
    'tiệm-gốm.vn': 'xn--tim-gm-jk8b7c.vn',
    'xn--tim-gm-jk8b7c.vn': 'xn--tim-gm-jk8b7c.vn',
  }
  for (const [typed, host] of Object.entries(read)) assert.equal(readDomain(typed), host, typed)
})

test('what names no host is refused', () => {
  for (const typed of [
    '',
    '*',
    '*.',
    '*.vn',
    '*.*.vn',
    'shop',
    'a.*.vn',
    'shop .vn',
    'user:secret@shop.vn',
    'user@shop.vn',
    'javascript:alert(1)',
    "shop.vn; script-src 'unsafe-inline'",
    'shop.vn,evil.vn',
    '[::1]:3000',
    '*.127.0.0.1',
    '-a.vn',
    `${'a'.repeat(64)}.vn`,
    'file:///etc/passwd',
  ])
    assert.equal(readDomain(typed), null, typed)
})

test('an origin is registered by its exact host, port and wildcard', () => {
  const domains = ['shop.vn', '*.example.com', 'test.vn:8080', 'localhost', 'xn--tim-gm-jk8b7c.vn']
  for (const origin of [
    'https://shop.vn',
    'http://shop.vn',
    'https://a.example.com',
    'https://b.a.example.com',
    'http://test.vn:8080',
    'http://localhost:5173',
    'http://localhost',
    new URL('https://tiệm-gốm.vn').origin,
  ])
    assert.ok(isRegistered(origin, domains), origin)
  for (const origin of [
    'https://shop.vn:8443',
    'https://evil-shop.vn',
    'https://shop.vn.evil.vn',
    'https://example.com',
    'https://aexample.com',
    'http://test.vn',
    'http://test.vn:9090',
    'null',
    '',
    'file://',
    'https://shop.vn/',
    'https://SHOP.vn',
    'ftp://shop.vn',
  ])
    assert.ok(!isRegistered(origin, domains), origin)
  assert.ok(!isRegistered('https://shop.vn', []))
})

test('the same domains are the only ones that may frame the chat', () => {
  assert.equal(frameAncestors([]), "'none'")
  assert.equal(
    frameAncestors(['shop.vn', 'localhost', '*.a.vn:81']),
    'https://shop.vn http://shop.vn https://localhost:* http://localhost:* https://*.a.vn:81 http://*.a.vn:81',
  )
})
