import assert from 'node:assert/strict'
import { test } from 'node:test'
import { programForTests } from '#tests/setup/program.ts'

const program = programForTests({ settings: { TRUSTED_PROXIES: '10.0.0.0/24' } })

type Asked = { method?: 'GET' | 'POST'; url: string; from: string; payload?: string; headers?: Record<string, string> }

/** Through the trusted proxy 10.0.0.1. */
async function ask({ from, headers = {}, ...rest }: Asked) {
  const sent = { apikey: program.platform.tokens.anonKey, 'x-forwarded-for': from, ...headers }
  return program.app.inject({ remoteAddress: '10.0.0.1', method: 'GET', ...rest, headers: sent })
}

const recover = (from: string, email: string) =>
  ask({
    method: 'POST',
    url: '/auth/v1/recover',
    from,
    payload: JSON.stringify({ email }),
    headers: { 'content-type': 'application/json' },
  })

test('one household of IPv6 is one, another is another; what the caller itself forwards does not count', async () => {
  for (let n = 0; n < 30; n++) {
    const { statusCode } = await recover(`192.0.2.${n}, 2001:db8:1:2::${n.toString(16)}`, `a${n}@shop.example`)
    assert.equal(statusCode, 200)
  }
  const more = await recover('192.0.2.77, 2001:db8:1:2:ffff::1', 'more@shop.example')
  assert.equal(more.statusCode, 429)
  assert.equal(more.headers['retry-after'], '10')
  assert.equal(more.json<{ error_code: string }>().error_code, 'over_request_rate_limit')
  assert.equal((await recover('2001:db8:1:3::1', 'other@shop.example')).statusCode, 200)
  program.platform.clock.advance(10_000)
  assert.equal((await recover('2001:db8:1:2::1', 'later@shop.example')).statusCode, 200)
})

test('one address may be written to ten times, from wherever that is asked', async () => {
  for (let n = 0; n < 10; n++) {
    assert.equal((await recover(`203.0.113.${n}`, 'many@shop.example')).statusCode, 200)
    program.platform.clock.advance(60_000)
  }
  const statuses = []
  for (let n = 0; n < 3; n++) {
    statuses.push((await recover(`203.0.113.${n}`, 'many@shop.example')).statusCode)
    program.platform.clock.advance(60_000)
  }
  assert.ok(statuses.includes(429), String(statuses))
})

test('a widget’s settings and frame are asked for so often a minute', async () => {
  for (const url of ['/widget/v1/config?widget=wgt_x', '/widget/v1/frame?widget=wgt_x&origin=https://a.example']) {
    const from = `198.51.100.${url.length}`
    let refused
    for (let n = 0; n <= 900 && !refused; n++) {
      const answer = await ask({ url, from })
      if (answer.statusCode === 429) refused = answer
    }
    assert.equal(refused?.headers['retry-after'], '1')
    assert.equal((await ask({ url, from: '198.51.100.1' })).statusCode, 404)
  }
})

test('uploads are counted for who makes them', async () => {
  const upload = (from: string) =>
    ask({
      method: 'POST',
      url: '/storage/v1/object/nowhere/a.txt',
      from,
      payload: 'a',
      headers: { 'content-type': 'text/plain' },
    })
  for (let n = 0; n < 200; n++) assert.equal((await upload('198.51.100.200')).statusCode, 400)
  const more = await upload('198.51.100.200')
  assert.equal(more.statusCode, 429)
  assert.equal(more.headers['retry-after'], '1')
  assert.equal(more.json<{ statusCode: string }>().statusCode, '429')
  assert.equal((await upload('198.51.100.201')).statusCode, 400)
})
