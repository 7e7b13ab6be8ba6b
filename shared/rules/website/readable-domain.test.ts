import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readableDomain } from './readable-domain.ts'

test('a domain is shown as its owner writes it', () => {
  for (const domain of ['tiệm-gốm.vn', 'bánhmì.com.vn', 'đồ-cũ.shop', 'münchen.de', '例え.jp', '🍜.vn']) {
    const { hostname } = new URL(`http://${domain}`)
    assert.match(hostname, /xn--/)
    assert.equal(readableDomain(hostname), domain)
  }
})

test('everything else stays as it is', () => {
  for (const domain of ['mocan.vn', '*.mocan.vn', '127.0.0.1:4311', 'xn--.vn', 'xn--%%%.vn', 'xn--99999999.vn']) {
    assert.equal(readableDomain(domain), domain)
  }
})
