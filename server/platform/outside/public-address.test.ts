import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isPublicAddress, readOutsideUrl } from './public-address.ts'

const nobody = new Set<string>()

describe('addresses that may be called', () => {
  test('public ones are', () => {
    for (const address of ['93.184.216.34', '8.8.8.8', '2606:4700::6810:84e5', '2a00:1450:4001:81b::200e'])
      assert.equal(isPublicAddress(address), true, address)
  })

  test('nothing that is not of the open internet is', () => {
    const refused = [
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.255.254',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.8',
      '192.0.2.1',
      '192.88.99.1',
      '192.168.1.1',
      '198.18.0.1',
      '198.51.100.7',
      '203.0.113.9',
      '224.0.0.1',
      '239.255.255.255',
      '240.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::127.0.0.1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '::ffff:a9fe:a9fe',
      '64:ff9b::7f00:1',
      '64:ff9b::8.8.8.8',
      '64:ff9b:1::a00:1',
      '2002:7f00:1::',
      '2002:808:808::1',
      '2001:0:53aa:64c::1',
      '100::1',
      'fc00::1',
      'fd12:3456::1',
      'fe80::1',
      'fec0::1',
      'ff02::1',
      '2001:db8::1',
      '2001:2::1',
      '3fff::1',
      '5f00::1',
      '4000::1',
      'not an address',
      '',
      '127.0.0.1%lo',
    ]
    for (const address of refused) assert.equal(isPublicAddress(address), false, address)
  })

  test('a host that is a number is judged in every spelling of it', () => {
    const hosts = [
      '127.0.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '017700000001',
      '127.1',
      '127.0.1',
      '０x7f.1',
      '①27.0.0.1',
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '0251.0376.0251.0376',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::a9fe:a9fe]',
      '[2002:a9fe:a9fe::]',
      '[fe80::1]',
      '10.0.0.1.',
      '192.168.0.1',
    ]
    for (const host of hosts) assert.equal(readOutsideUrl(`http://${host}/`, nobody), undefined, host)
  })

  test('other schemes, ports, names and passwords in the address are refused', () => {
    const urls = [
      'ftp://shop.vn/',
      'file:///etc/passwd',
      'gopher://shop.vn/',
      'javascript:alert(1)',
      'data:text/html,x',
      'http://shop.vn:22/',
      'http://shop.vn:8080/',
      'https://user@shop.vn/',
      'https://user:pass@shop.vn/',
      'https://:pass@shop.vn/',
      'https://shop.vn@127.0.0.1/',
      '//shop.vn',
      'shop.vn',
      'http://',
      `https://shop.vn/${'a'.repeat(3_000)}`,
      '',
    ]
    for (const url of urls) assert.equal(readOutsideUrl(url, nobody), undefined, url)
    for (const url of ['https://shop.vn/bảng-giá', 'http://shop.vn:80/', 'http://shop.vn:443/', 'https://8.8.8.8/'])
      assert.ok(readOutsideUrl(url, nobody), url)
  })

  test('what the installation’s owner has named is let through, with exactly that port', () => {
    const named = new Set(['127.0.0.1:4001', 'intranet:80'])
    assert.ok(readOutsideUrl('http://127.0.0.1:4001/x', named))
    assert.ok(readOutsideUrl('http://2130706433:4001/x', named))
    assert.equal(readOutsideUrl('http://127.0.0.1:4002/x', named), undefined)
    assert.equal(readOutsideUrl('http://127.0.0.1/x', named), undefined)
    assert.equal(readOutsideUrl('http://me@127.0.0.1:4001/x', named), undefined)
  })
})
