import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { makeLog } from '#platform/log.ts'
import { readHealth } from '#features/operations/read-health.ts'
import { testApp, testPlatform } from '#server/testing.ts'

async function open(t: TestContext, settings: Record<string, string>) {
  const lines: string[] = []
  const log = makeLog('warn', { write: (line: string) => void lines.push(line) })
  const platform = await testPlatform({ settings, log })
  const app = await testApp(platform)
  t.after(async () => {
    await app.close()
    await platform.close()
  })
  const warnings = () => lines.filter(line => line.includes('TRUSTED_PROXIES'))
  const proxyFact = async () => (await readHealth(platform)).facts.find(({ name }) => name === 'proxy')
  return { app, warnings, proxyFact }
}

test('where https is public, every answer keeps browsers to it, subdomains too; elsewhere none does', async t => {
  const paths = [
    '/',
    '/auth',
    '/healthz',
    '/api/v1/human-check',
    '/rest/v1/plans',
    '/widget/v1/loader.js',
    '/no-such-page',
  ]
  const stored = async (publicUrl: string) => {
    const { app } = await open(t, { PUBLIC_URL: publicUrl })
    return Promise.all(paths.map(async path => (await app.inject(path)).headers['strict-transport-security']))
  }
  assert.deepEqual(
    await stored('https://sen.example'),
    paths.map(() => 'max-age=31536000; includeSubDomains'),
  )
  assert.deepEqual(
    await stored('http://sen.example'),
    paths.map(() => undefined),
  )
})

test('a proxy that nobody named is told in the log, once, and on the desk; a stranger who claims to be one is not', async t => {
  const { app, warnings, proxyFact } = await open(t, {})
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  await app.inject({ url: '/healthz', remoteAddress: '8.8.8.8', headers: forwarded })
  await app.inject({ url: '/healthz', remoteAddress: '10.0.0.4' })
  assert.deepEqual([warnings(), await proxyFact()], [[], undefined])
  for (let at = 0; at < 3; at++) await app.inject({ url: '/healthz', remoteAddress: '10.0.0.4', headers: forwarded })
  assert.equal(warnings().length, 1)
  assert.match(warnings()[0] ?? '', /everybody counts as one/)
  assert.deepEqual(await proxyFact(), { name: 'proxy', state: 'bad', text: '10.0.0.4' })

  const named = await open(t, { TRUSTED_PROXIES: '10.0.0.0/8' })
  await named.app.inject({ url: '/healthz', remoteAddress: '10.0.0.4', headers: forwarded })
  assert.deepEqual([named.warnings(), await named.proxyFact()], [[], undefined])
})
