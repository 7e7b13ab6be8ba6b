import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { type TestPlatform, testApp, testPlatform } from '#server/testing.ts'
import { solveWork } from '#shared/rules/website/proof-of-work.ts'
import { minutes } from '../clock.ts'
import { checkHuman, forgetUsedChallenges, giveChallenge } from './human-check.ts'

const ip = '192.0.2.7'

async function open(t: TestContext, settings: Record<string, string> = {}): Promise<TestPlatform> {
  const platform = await testPlatform({ settings: { HUMAN_CHECK: 'auto', ...settings } })
  t.after(() => platform.close())
  return platform
}

async function solved(platform: TestPlatform): Promise<string> {
  const asked = await giveChallenge(platform)
  assert.ok(asked.kind === 'pow')
  return `pow:${asked.challenge}:${await solveWork(asked, async () => {})}`
}

test('a solved challenge passes once, also when it comes many times at once', async t => {
  const platform = await open(t)
  const token = await solved(platform)
  const verdicts = await Promise.all(Array.from({ length: 8 }, () => checkHuman(platform, token, ip)))
  assert.deepEqual(
    verdicts.filter(verdict => verdict !== 'refused'),
    ['passed'],
  )
  assert.equal(await checkHuman(platform, token, ip), 'refused')
  assert.equal(await checkHuman(platform, await solved(platform), ip), 'passed')
})

test('a challenge lives five minutes, and is forgotten afterwards', async t => {
  const platform = await open(t)
  const [used, late] = [await solved(platform), await solved(platform)]
  assert.equal(await checkHuman(platform, used, ip), 'passed')
  platform.clock.advance(minutes(5))
  assert.equal(await checkHuman(platform, late, ip), 'refused')
  assert.equal(await checkHuman(platform, used, ip), 'refused')
  platform.clock.advance(1)
  await forgetUsedChallenges(platform)
  const { rows } = await platform.db.asService(null, tx => sql`select 1 from private.used_challenges`.execute(tx))
  assert.deepEqual(rows, [])
  assert.equal(await checkHuman(platform, used, ip), 'refused', 'what is forgotten stays refused')
})

test('what was not worked for, or not asked for here, is refused', async t => {
  const platform = await open(t)
  const other = await open(t)
  const [, challenge = '', solution = ''] = (await solved(platform)).split(':')
  const easy = { challenge: other.tokens.seal('something else', { id: 'x', difficulty: 0, count: 1 }, 60_000) }
  for (const token of [
    'nonsense',
    'pow',
    `pow:${challenge}`,
    `pow:${challenge}:`,
    `pow:${challenge}:1`,
    `pow:${challenge}:${solution}:1`,
    `pow:${challenge.slice(0, -2)}:${solution}`,
    `pow:${easy.challenge}:1`,
    await solved(other),
    'x'.repeat(5000),
  ]) {
    assert.equal(await checkHuman(platform, token, ip), 'refused', token.slice(0, 40))
  }
  assert.equal(await checkHuman(platform, '', ip), 'missing')
})

test('the address tells what is asked; a switched off check takes even nothing', async t => {
  const asked = await (await testApp(await open(t))).inject({ url: '/api/v1/human-check' })
  assert.equal(asked.statusCode, 200)
  assert.equal(asked.headers['cache-control'], 'no-store')
  assert.deepEqual(Object.keys(asked.json()), ['kind', 'challenge', 'difficulty', 'count'])
  const off = await open(t, { HUMAN_CHECK: 'off' })
  assert.deepEqual(await giveChallenge(off), { kind: 'off', challenge: '' })
  assert.equal(await checkHuman(off, '', ip), 'passed')
})

test('with its keys Turnstile is asked, and nobody passes while it is away', async t => {
  const received: string[] = []
  let answer = { status: 200, body: '{"success":true}' }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push(body)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const platform = await open(t, {
    TURNSTILE_SITE_KEY: 'site',
    TURNSTILE_SECRET_KEY: 'secret',
    TURNSTILE_VERIFY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
  })
  assert.deepEqual(await giveChallenge(platform), { kind: 'turnstile', challenge: '', site_key: 'site' })
  assert.equal(await checkHuman(platform, 'good', ip), 'passed')
  assert.deepEqual(received, ['secret=secret&response=good&remoteip=192.0.2.7'])
  assert.equal(await checkHuman(platform, '', ip), 'missing')
  answer = { status: 200, body: '{"success":false,"error-codes":["timeout-or-duplicate"]}' }
  assert.equal(await checkHuman(platform, 'used', ip), 'refused')
  for (const broken of [
    { status: 503, body: '{}' },
    { status: 200, body: 'nonsense' },
    { status: 200, body: '{"success":"yes"}' },
  ]) {
    answer = broken
    assert.equal(await checkHuman(platform, 'good', ip), 'unreachable')
  }
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  assert.equal(await checkHuman(platform, 'good', ip), 'unreachable')
})
