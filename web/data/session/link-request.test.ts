import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standInForPage } from '#tests/setup/page-globals.ts'
import { clearPersonData, hasSignedOut, markSignedOut, unmarkSignedOut } from './cached-session.ts'
import { needsConfirmation, otherPersonHere, recordLeaving, recordLinkRequest } from './link-request.ts'

const tokensOf = (sub: string, email: string) => ({
  access_token: `e30.${Buffer.from(JSON.stringify({ sub, email })).toString('base64url')}.s`,
  refresh_token: 'r',
})
const hanh = tokensOf('hanh', 'Hanh@shop.vn')

test('a link that nobody here asked for is not opened without asking', t => {
  standInForPage(t)
  assert.ok(needsConfirmation(hanh))
  recordLinkRequest('nam@shop.vn')
  assert.ok(needsConfirmation(hanh), 'asked for somebody else')
  recordLinkRequest(' HANH@shop.vn ')
  assert.ok(!needsConfirmation(hanh))
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_001 })
  assert.ok(needsConfirmation(hanh), 'asked for an hour ago')
  recordLinkRequest(' ')
  assert.ok(needsConfirmation(tokensOf('hanh', '')), 'a link without an address')
})

test('who comes back from a provider is taken in once', t => {
  standInForPage(t)
  recordLeaving()
  assert.ok(!needsConfirmation(hanh))
  assert.ok(needsConfirmation(hanh))
})

test('a link never takes the place of another person unasked, and is no question for its own', t => {
  const { local } = standInForPage(t)
  local.set('sen-session', JSON.stringify({ user: { id: 'nam', email: 'nam@shop.vn' } }))
  recordLinkRequest('hanh@shop.vn')
  recordLeaving()
  assert.ok(needsConfirmation(hanh))
  assert.equal(otherPersonHere(hanh), 'nam@shop.vn')
  local.set('sen-session', JSON.stringify({ user: { id: 'hanh' } }))
  local.delete('sen-asked-link')
  assert.ok(!needsConfirmation(hanh))
})

test('leaving on purpose is known for a quarter of a minute, and leaves nothing of the person', t => {
  const { local, session } = standInForPage(t)
  t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 })
  markSignedOut()
  assert.ok(hasSignedOut())
  unmarkSignedOut()
  assert.ok(!hasSignedOut())
  markSignedOut()
  t.mock.timers.tick(15_000)
  assert.ok(!hasSignedOut())
  for (const name of ['sen-workspace', 'sen-way', 'sen-asked-link', 'language']) local.set(name, 'x')
  session.set('draft', 'Dạ')
  clearPersonData()
  assert.deepEqual([[...local.keys()].filter(name => name !== 'sen-left'), session.size], [['language'], 0])
})
