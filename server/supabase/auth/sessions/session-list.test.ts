import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { deviceOf } from './device-of.ts'
import { maskAddress } from '../email-links/mask-address.ts'
import type { ListedSession } from './session-list.ts'

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

describe('where an account is signed in', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  before(async () => {
    platform = await testPlatform({ settings: { AUTH_RATE_LIMITS: 'off' } })
    app = await testApp(platform)
    for (const email of ['hanh@hatnau.example', 'minh@hatnau.example']) {
      const made = { email, password: 'hoa sen trắng nở đêm', email_confirm: true }
      const key = platform.tokens.serviceRoleKey
      const headers = { apikey: key, authorization: `Bearer ${key}` }
      await app.inject({ method: 'POST', url: '/auth/v1/admin/users', headers, payload: made })
    }
    await platform.jobs.drain()
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  async function signIn(email: string, agent: string, from: string): Promise<string> {
    const answer = await app.inject({
      method: 'POST',
      url: '/auth/v1/token?grant_type=password',
      headers: { apikey: platform.tokens.anonKey, 'user-agent': agent },
      remoteAddress: from,
      payload: { email, password: 'hoa sen trắng nở đêm' },
    })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json<{ access_token: string }>().access_token
  }

  const ask = (method: 'GET' | 'DELETE', path: string, token: string) =>
    app.inject({ method, url: `/api/v1/account/sessions${path}`, headers: { authorization: `Bearer ${token}` } })
  const list = async (token: string) => (await ask('GET', '', token)).json<{ sessions: ListedSession[] }>().sessions

  test('is listed with device and masked address, this place first; one place is ended, at once', async () => {
    const laptop = await signIn('hanh@hatnau.example', windows, '113.161.7.9')
    platform.clock.advance(60_000)
    const phone = await signIn('hanh@hatnau.example', iphone, '2405:4802:1:2::9')
    const seen = await list(laptop)
    assert.deepEqual(
      seen.map(one => [one.device.browser, one.device.system, one.device.kind, one.address, one.current]),
      [
        ['Chrome', 'Windows', 'computer', '113.161.•.•', true],
        ['Safari', 'iPhone', 'phone', '2405:4802:•', false],
      ],
    )
    assert.ok(!JSON.stringify(seen).includes('113.161.7'))
    const other = seen.find(one => !one.current)
    assert.equal((await ask('DELETE', `/${other?.id}`, laptop)).statusCode, 200)
    assert.equal((await ask('GET', '', phone)).statusCode, 401)
    assert.equal((await list(laptop)).length, 1)
  })

  test('nobody ends somebody else’s', async () => {
    const mine = await signIn('hanh@hatnau.example', windows, '113.161.7.9')
    const theirs = await signIn('minh@hatnau.example', windows, '113.161.7.9')
    const [own] = await list(mine)
    assert.equal((await ask('DELETE', `/${own?.id}`, theirs)).statusCode, 404)
    assert.equal((await ask('GET', '', mine)).statusCode, 200)
    platform.clock.advance(60_000)
    await signIn('hanh@hatnau.example', iphone, '113.161.7.9')
    const others = (await list(mine)).slice(1).map(one => String(one.seen_at))
    assert.equal(others.length, 2)
    assert.deepEqual(others, others.toSorted().toReversed(), 'the newest first')
  })
})

test('devices are named by what they say they are', () => {
  assert.deepEqual(deviceOf('node'), { browser: null, system: null, kind: 'program' })
  const tablet =
    'Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0 Safari/537.36'
  assert.deepEqual(deviceOf(tablet), { browser: 'Samsung Internet', system: 'Android', kind: 'tablet' })
  assert.equal(deviceOf(`${windows} Edg/141.0.0.0`).browser, 'Edge')
  assert.equal(maskAddress('::ffff:10.1.2.3'), '10.1.•.•')
  assert.equal(maskAddress('not an address'), null)
})
