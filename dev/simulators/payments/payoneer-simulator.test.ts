import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { startPayoneerSimulator } from './payoneer-simulator.ts'

const mediaType = 'application/vnd.optile.payment.enterprise-v1-extensible+json'
type PayoneerObject = {
  identification: { longId: string }
  status: { code: string; reason: string }
  redirect: { url: string }
}

async function start(t: TestContext) {
  const taken: Record<string, unknown>[] = []
  const hook = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    taken.push(JSON.parse(body) as Record<string, unknown>)
    response.writeHead(200).end()
  })
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
  const notificationUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`
  const payoneer = await startPayoneerSimulator({ startAt: Date.parse('2026-11-20T03:00:00Z') })
  t.after(async () => {
    await payoneer.close()
    hook.close()
  })
  const { code, token } = payoneer.merchant
  const right = `Basic ${Buffer.from(`${code}:${token}`).toString('base64')}`
  const input = {
    transactionId: 'order-1',
    country: 'VN',
    integration: 'HOSTED',
    customer: { number: 'w-1' },
    payment: { amount: 24.17, currency: 'USD', reference: 'Sen' },
    callback: { returnUrl: 'http://localhost/back', cancelUrl: 'http://localhost/cancel', notificationUrl },
  }
  async function call(address: string, body?: object, headers: Record<string, string> = {}) {
    const [method = 'GET', path = ''] = address.split(' ')
    const answer = await fetch(`${payoneer.url}/api/${path}`, {
      method,
      headers: { authorization: right, accept: mediaType, 'content-type': mediaType, ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, body: (await answer.json()) as PayoneerObject }
  }
  const press = (url: string, how: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ how }), redirect: 'manual' })
  return { payoneer, taken, input, call, press }
}

test('a list is paid on its page, told, charged, and paid out once', async t => {
  const { payoneer, taken, input, call, press } = await start(t)
  const { body } = await call('POST lists', input)
  const id = body.identification.longId
  assert.equal(body.status.code, 'listed')
  assert.equal((await call(`GET charges/${id}`)).status, 404)
  const back = await press(body.redirect.url, 'pay')
  assert.match(
    back.headers.get('location') ?? '',
    new RegExp(`^http://localhost/back\\?longId=${id}&transactionId=order-1`),
  )
  await payoneer.settled()
  assert.deepEqual(
    [taken[0]?.['statusCode'], taken[0]?.['reasonCode'], taken[0]?.['amount']],
    ['charged', 'debited', 24.17],
  )
  assert.deepEqual((await call(`GET charges/${id}`)).body.status, { code: 'charged', reason: 'debited' })
  assert.equal((await call(`DELETE lists/${id}`)).status, 409)
  assert.equal((await call(`POST charges/${id}/payout`, {})).body.status.code, 'paid_out')
  assert.equal((await call(`POST charges/${id}/payout`, {})).status, 409)
})

test('who asks wrongly is refused', async t => {
  const { input, call } = await start(t)
  assert.equal((await call('POST lists', input, { authorization: 'Basic eDp5' })).status, 401)
  assert.equal((await call('POST lists', input, { 'content-type': 'application/json' })).status, 415)
  assert.equal((await call('POST lists', input, { accept: 'application/json' })).status, 415)
  assert.equal((await call('POST lists', { ...input, customer: {} })).status, 400)
})

test('declined stays on the page, cancelled goes back; a lie says charged', async t => {
  const { payoneer, taken, input, call, press } = await start(t)
  const { body } = await call('POST lists', input)
  assert.equal((await press(body.redirect.url, 'cancel')).headers.get('location'), 'http://localhost/cancel')
  assert.equal(taken.length, 0)
  await fetch(`${payoneer.url}/__sim/lie`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"charged":true}',
  })
  assert.equal((await press(body.redirect.url, 'decline')).status, 200)
  await payoneer.settled()
  assert.equal(taken[0]?.['statusCode'], 'charged')
  assert.equal((await call(`GET charges/${body.identification.longId}`)).body.status.code, 'declined')
})
