import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { Config } from '#server/config.ts'
import { greet, readSignedRequest, verify } from './signature.ts'

const config = { FACEBOOK_APP_SECRET: 'one', FACEBOOK_VERIFY_TOKEN: 'word' } as Config
const body = Buffer.from('{"text":"Ch\\u00e0o"}')
const mac = (secret: string, algorithm = 'sha256') => createHmac(algorithm, secret).update(body).digest('hex')
const check = (header: unknown, secrets = 'one') =>
  verify({ ...config, FACEBOOK_APP_SECRET: secrets }, { body, headers: { 'x-hub-signature-256': header as string } })

test('a signature counts when it is over these bytes, by one of our secrets', () => {
  assert.equal(check(`sha256=${mac('one')}`), true)
  assert.equal(check(`sha256=${mac('two')}`, 'one, two'), true)
  assert.equal(check(`sha256=${mac('two')}`), false)
  assert.equal(
    check(
      `sha256=${createHmac('sha256', 'one')
        .update(JSON.stringify(JSON.parse(String(body))))
        .digest('hex')}`,
    ),
    false,
  )
})

test('a malformed signature is refused without a throw', () => {
  const right = mac('one')
  const odd = [
    undefined,
    '',
    'sha256=',
    right,
    `sha1=${mac('one', 'sha1')}`,
    `sha256=${right.slice(1)}`,
    `sha256=${right}0`,
  ]
  const more = [
    `sha256=${'é'.repeat(64)}`,
    `sha256= ${right}`,
    [`sha256=${right}`],
    `SHA256=${right}`,
    'sha256=zz',
    '\0',
  ]
  for (const header of [...odd, ...more]) assert.equal(check(header), false, String(header))
  assert.equal(verify(config, { body, headers: { 'x-hub-signature': `sha1=${mac('one', 'sha1')}` } }), false)
  assert.equal(check(`sha256=${mac('')}`, ''), false, 'no secret is no key')
  assert.equal(check(`sha256=${mac('')}`, ' , '), false)
})

test('the challenge goes back to who knows our word, and to nobody else', () => {
  const ask = (query: object, word = 'word') =>
    greet({ ...config, FACEBOOK_VERIFY_TOKEN: word }, query as Record<string, unknown>)
  const right = { 'hub.mode': 'subscribe', 'hub.verify_token': 'word', 'hub.challenge': '42' }
  assert.deepEqual(ask(right), { status: 200, body: '42' })
  assert.equal(ask({ ...right, 'hub.verify_token': 'other' }).status, 403)
  assert.equal(ask({ ...right, 'hub.mode': 'unsubscribe' }).status, 403)
  assert.equal(ask({ ...right, 'hub.verify_token': ['word', 'word'] }).status, 403)
  assert.equal(ask({ ...right, 'hub.challenge': undefined }).status, 403)
  assert.equal(ask({ ...right, 'hub.verify_token': '' }, '').status, 403)
})

test('a signed request is Meta’s word only with its signature over the encoded payload', () => {
  const signed = (payload: object, secret = 'one') => {
    const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
    return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`
  }
  const fields = { user_id: '7001', algorithm: 'HMAC-SHA256', issued_at: 1 }
  assert.equal(readSignedRequest(config, signed(fields)), '7001')
  assert.equal(readSignedRequest(config, signed({ ...fields, user_id: 7001 })), '7001')
  assert.equal(readSignedRequest(config, signed(fields, 'two')), undefined)
  assert.equal(readSignedRequest(config, signed({ ...fields, algorithm: 'none' })), undefined)
  assert.equal(readSignedRequest(config, signed({ algorithm: 'HMAC-SHA256' })), undefined)
  const [signature] = signed(fields).split('.')
  const other = Buffer.from(JSON.stringify({ ...fields, user_id: '7002' })).toString('base64url')
  for (const text of [`${signature}.${other}`, 'x', '.', `${signature}.`, undefined, 7, `${signed(fields)}.x`])
    assert.equal(readSignedRequest(config, text), undefined)
  assert.equal(readSignedRequest({ ...config, FACEBOOK_APP_SECRET: '' }, signed(fields, '')), undefined)
})
