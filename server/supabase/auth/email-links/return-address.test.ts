import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { returnAddress } from './return-address.ts'

const shop = readConfig({
  PUBLIC_URL: 'https://sen.example',
  REDIRECT_ALLOW_LIST: 'https://*.shop.example/cb, https://app.example/**, sen-app://back, http://10.0.0.9/**',
})
const home = readConfig({ PORT: '3000' })
const site = 'https://sen.example/'

test('every page of the site itself is allowed, without its fragment', () => {
  assert.equal(
    returnAddress(shop, 'https://sen.example/reset-password?from=mail#x'),
    'https://sen.example/reset-password?from=mail',
  )
  assert.equal(returnAddress(shop, 'https://sen.example'), 'https://sen.example')
})

test('other schemes, hosts and ports lead to the site', () => {
  for (const wanted of [
    'http://sen.example/',
    'https://sen.example:8443/',
    'https://sen.example.evil.example/',
    'https://evil.example/?https://sen.example/',
    'https://sen.example@evil.example/',
    'https://evil.example\\@sen.example/',
    'https://evil.example\\.sen.example/',
    'https:/\\evil.example/',
    '//evil.example/',
    '/reset-password',
    'javascript://sen.example/%0aalert(1)',
    'data:text/html,hi',
    ' https://sen.example/',
    'https://sen.example/\nx',
    '',
    undefined,
    ['https://sen.example/a', 'https://evil.example/'],
  ]) {
    assert.equal(returnAddress(shop, wanted), site, String(wanted))
  }
})

test('on a loopback host every port is the site', () => {
  assert.equal(returnAddress(home, 'http://localhost:5173/auth'), 'http://localhost:5173/auth')
  assert.equal(returnAddress(home, 'https://localhost:3000/'), 'http://localhost:3000/')
  assert.equal(returnAddress(home, 'http://localhost.evil.example/'), 'http://localhost:3000/')
})

test('in the list * stops at a dot and a slash, ** does not', () => {
  assert.equal(returnAddress(shop, 'https://a.shop.example/cb#t'), 'https://a.shop.example/cb')
  assert.equal(returnAddress(shop, 'https://a.b.shop.example/cb'), site)
  assert.equal(returnAddress(shop, 'https://a.shop.example/cb/more'), site)
  assert.equal(returnAddress(shop, 'https://app.example/deep/er?x=1'), 'https://app.example/deep/er?x=1')
  assert.equal(returnAddress(shop, 'https://appXexample/deep'), site)
  assert.equal(returnAddress(shop, 'sen-app://back'), 'sen-app://back')
})

test('numbers for hosts and addresses of other machines are refused even where a pattern fits', () => {
  assert.equal(returnAddress(shop, 'http://10.0.0.9/x'), site)
  const open = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://sen.example', REDIRECT_ALLOW_LIST: 'http://**' })
  for (const host of ['2130706433', '0x7f000001', '127.1', '10.1.2.3', '[2001:db8::1]']) {
    assert.equal(returnAddress(open, `http://${host}/`), site, host)
  }
  assert.equal(returnAddress(open, 'http://127.0.0.1:9/'), 'http://127.0.0.1:9/')
})
