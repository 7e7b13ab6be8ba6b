// Test settings open every door: a reachable server refuses to start with them unless it is declared not to be production.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { switchesInUse } from '#server/settings/test-switches.ts'
import { runServer } from '#tests/setup/server-process.ts'

type Settings = Record<string, string>

const switches: Settings[] = [
  { AUTH_RATE_LIMITS: 'off' },
  { HUMAN_CHECK: 'off' },
  { AUTH_AUTOCONFIRM: 'on' },
  { AUTH_PATH_PREFIX: 'off' },
  { AUTH_MAIL_GAP_SECONDS: '0' },
  { TEST_SEED_SQL: 'tests/wire/rest/workshop.sql' },
  { PAYMENTS_SIMULATOR: 'on' },
  { JWT_SECRET: 'super-secret-jwt-token-with-at-least-32-characters-long' },
  { REDIRECT_ALLOW_LIST: 'https://app.example/**,https://**' },
  { REDIRECT_ALLOW_LIST: '**' },
  { REDIRECT_ALLOW_LIST: 'https://*.vn/**' },
  { TURNSTILE_SITE_KEY: '1x00000000000000000000AA', TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA' },
  { STRIPE_SECRET_KEY: 'sk_test_51abc', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
  { STRIPE_SECRET_KEY: 'rk_test_51abc', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
  { PAYONEER_BASE_URL: 'https://api.sandbox.oscato.com' },
  ...[
    'STRIPE_API_BASE',
    'PAYONEER_BASE_URL',
    'SEPAY_API_BASE',
    'TURNSTILE_VERIFY_URL',
    'META_GRAPH_BASE_URL',
    'META_DIALOG_BASE_URL',
    'ZALO_API_BASE_URL',
    'ZALO_BUSINESS_BASE_URL',
    'ZALO_OAUTH_BASE_URL',
    'OAUTH_GOOGLE_ISSUER_URL',
    'OAUTH_FACEBOOK_ISSUER_URL',
    'OAUTH_OIDC_ISSUER_URL',
  ].flatMap(name => [
    { [name]: 'http://127.0.0.1:4030' },
    { [name]: 'https://judge.localhost' },
    { [name]: 'http://elsewhere.example' },
  ]),
]

const reached: Settings[] = [
  { NODE_ENV: 'production' },
  { PUBLIC_URL: 'https://chat.example.vn' },
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.168.1.5' },
]

test('who can be reached by others refuses each test switch, and says which and what to do', () => {
  for (const where of reached)
    for (const given of switches)
      assert.throws(
        () => readConfig({ ...where, ...given }),
        (error: Error) => {
          assert.match(error.message, new RegExp(Object.keys(given).join('|')))
          assert.match(error.message, /NODE_ENV=development/)
          assert.ok(!error.message.includes('\n'))
          return true
        },
        JSON.stringify({ ...where, ...given }),
      )
})

test('one setting says that it is no production', () => {
  for (const NODE_ENV of ['development', 'test'])
    for (const where of reached.slice(1))
      for (const given of switches) assert.ok(readConfig({ ...where, ...given, NODE_ENV }), JSON.stringify(given))
})

test('links in mails are never plain http, but for this machine’s own', () => {
  for (const PUBLIC_URL of ['http://chat.example.vn', 'http://192.168.1.5:3000', 'http://localhost.example'])
    for (const where of [{}, { NODE_ENV: 'production' }])
      assert.throws(() => readConfig({ ...where, PUBLIC_URL }), /PUBLIC_URL.*https.*NODE_ENV=development/)
  for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    for (const where of [{}, { NODE_ENV: 'production' }]) assert.ok(readConfig({ ...where, PUBLIC_URL }))
  assert.ok(readConfig({ PUBLIC_URL: 'http://192.168.1.5:3000', NODE_ENV: 'development' }))
})

test('on one’s own machine nothing needs to be filled in, and a switch is said at start', () => {
  assert.deepEqual(switchesInUse(readConfig({})), [])
  assert.ok(readConfig({ NODE_ENV: 'production' }))
  assert.ok(readConfig({ HOST: '0.0.0.0' }))
  assert.equal(switchesInUse(readConfig({ AUTH_RATE_LIMITS: 'off', HUMAN_CHECK: 'off' })).length, 2)
})

test('the program ends at once, in one line', async () => {
  const { code, output } = await runServer({ PUBLIC_URL: 'https://chat.example.vn', AUTH_RATE_LIMITS: 'off' })
  assert.equal(code, 1)
  assert.match(output, /^AUTH_RATE_LIMITS=off.*NODE_ENV=development.*\n$/)
})
