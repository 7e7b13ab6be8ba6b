import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { switchesInUse } from '#server/settings/test-switches.ts'

test('production takes no simulated money', () => {
  const production = { NODE_ENV: 'production' }
  assert.throws(() => readConfig({ ...production, PAYMENTS_SIMULATOR: 'on' }), /PAYMENTS_SIMULATOR=on.*refused/)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', 'stripe.localhost', '127.1', '2130706433'])
    for (const name of ['STRIPE_API_BASE', 'PAYONEER_BASE_URL'])
      assert.throws(() => readConfig({ ...production, [name]: `http://${host}:4030` }), /leads to this machine/, host)
  assert.equal(readConfig(production).STRIPE_API_BASE, 'https://api.stripe.com')
  assert.equal(readConfig({ STRIPE_API_BASE: 'http://127.0.0.1:4030' }).STRIPE_API_BASE, 'http://127.0.0.1:4030')
})

test('off unless asked for, and said where it is on', () => {
  assert.equal(readConfig({}).PAYMENTS_SIMULATOR, false)
  assert.deepEqual(switchesInUse(readConfig({ PAYMENTS_SIMULATOR: 'on' })), [
    'PAYMENTS_SIMULATOR=on: payments are simulated, no money is taken.',
  ])
})

test('half of a provider’s keys is said at once', () => {
  assert.throws(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test' }), /need each other/)
  assert.throws(() => readConfig({ PAYONEER_API_TOKEN: 'token' }), /need each other/)
})
