import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp, testPlatform } from '#server/testing.ts'
import { addressOf, blockOf, peerOf, trustIn } from './peer.ts'

test('a peer is an IPv4 address, or the first half of an IPv6 one, however it is written', () => {
  assert.equal(peerOf('203.0.113.7'), '203.0.113.7')
  assert.equal(peerOf('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(peerOf('::ffff:cb00:7107'), '203.0.113.7')
  assert.equal(peerOf('2001:db8:1:2::1'), '2001:db8:1:2')
  assert.equal(peerOf('2001:0DB8:0001:0002:ffff:ffff:ffff:ffff'), '2001:db8:1:2')
  assert.equal(peerOf('2001:db8::1'), '2001:db8:0:0')
  assert.equal(peerOf('fe80::1%eth0'), 'fe80:0:0:0')
  assert.equal(peerOf('::1'), '0:0:0:0')
  assert.equal(peerOf('not an address'), 'not an address')
  assert.equal(blockOf('203.0.113.7'), '203.0.113')
  assert.equal(blockOf('2001:db8:1:2::1'), '2001:db8:1')
})

test('a forwarded header counts from named proxies alone, and of it the last hop that is none', async t => {
  for (const [trusted, seen] of [
    ['', '10.0.0.1'],
    ['10.0.0.0/24', '198.51.100.9'],
    ['10.0.0.0/24, 198.51.100.9', '203.0.113.7'],
  ] as const) {
    const platform = await testPlatform({ settings: { TRUSTED_PROXIES: trusted } })
    const app = await testApp(platform)
    t.after(async () => {
      await app.close()
      await platform.close()
    })
    let ip = ''
    let before = ''
    app.addHook('onRequest', async request => {
      ip = request.ip
      before = addressOf(request.raw, trustIn(trusted.split(', ').filter(Boolean)))
    })
    const headers = { 'x-forwarded-for': '192.0.2.66, 203.0.113.7, 198.51.100.9' }
    await app.inject({ url: '/healthz', headers, remoteAddress: '10.0.0.1' })
    assert.equal(ip, seen)
    assert.equal(before, seen, 'before the routes')
  }
})
