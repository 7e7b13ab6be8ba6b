import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { startZaloSimulator, type ZaloSetting } from './zalo-simulator.ts'

const oa = '4318000000000000777'
const user = '7700000000000000123'
const startAt = Date.parse('2026-11-20T03:00:00Z')
const hour = 3_600_000

async function start(t: TestContext, setting: ZaloSetting = {}) {
  const taken: { headers: IncomingHttpHeaders; body: string }[] = []
  const taker = { status: 200 }
  const hook = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    taken.push({ headers: request.headers, body })
    response.writeHead(taker.status).end()
  })
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
  const webhookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hooks/zalo`
  const zalo = await startZaloSimulator({ startAt, webhookUrl, ...setting })
  t.after(async () => {
    await zalo.close()
    hook.close()
  })
  const sim = async (name: string, body: object = {}) => {
    const answer = await fetch(`${zalo.url}/__sim/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, never>
  }
  const pair = (await sim('tokens')) as unknown as { access_token: string; refresh_token: string }
  const call = async (
    path: string,
    body?: object,
    headers: Record<string, string> = { access_token: pair.access_token },
  ) => {
    const answer = await fetch(`${zalo.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    assert.equal(answer.status, 200)
    return { ...((await answer.json()) as { error: number; message: string; data: Record<string, never> }), answer }
  }
  const send = (text: string, headers?: Record<string, string>) =>
    call('/v3.0/oa/message/cs', { recipient: { user_id: user }, message: { text } }, headers)
  const events = () =>
    taken.map(
      one =>
        JSON.parse(one.body) as { event_name: string; message?: { msg_id: string }; sender?: { admin_id?: string } },
    )
  return { zalo, sim, pair, call, send, taken, taker, events }
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields)

async function token(url: string, fields: Record<string, string>, secret = 'zalo-app-secret') {
  const answer = await fetch(`${url}/v4/oa/access_token`, {
    method: 'POST',
    headers: { secret_key: secret },
    body: form({ app_id: '3820000000000000111', ...fields }),
  })
  assert.equal(answer.status, 200)
  return (await answer.json()) as Record<string, string>
}

async function consent(url: string, fields: Record<string, string>) {
  const answer = await fetch(
    `${url}/v4/oa/permission?${form({ app_id: '3820000000000000111', ...fields }).toString()}`,
    {
      redirect: 'manual',
    },
  )
  const location = answer.headers.get('location')
  return { answer, back: location === null ? undefined : new URL(location).searchParams }
}

test('consent leads back with a code, which is traded once, in ten minutes, and with its verifier', async t => {
  const { zalo, sim } = await start(t)
  const verifier = 'v'.repeat(43)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const ask = { redirect_uri: 'http://sen.test/back', code_challenge: challenge, state: 's-1', auto: 'allow' }
  const { back } = await consent(zalo.url, ask)
  assert.equal(back?.get('state'), 's-1')
  assert.equal(back?.get('oa_id'), oa)
  const trade = (code: string, code_verifier: string) =>
    token(zalo.url, { code, grant_type: 'authorization_code', code_verifier })
  const code = back?.get('code') ?? ''
  assert.match((await trade(code, 'w'.repeat(43)))['error_name'] ?? '', /verifier/)
  const pair = await trade(code, verifier)
  assert.equal(pair['expires_in'], '90000')
  assert.match((await trade(code, verifier))['error_name'] ?? '', /code/)
  const late = (await consent(zalo.url, ask)).back?.get('code') ?? ''
  await sim('clock', { advance_ms: 600_001 })
  assert.match((await trade(late, verifier))['error_name'] ?? '', /code/)
  assert.equal((await consent(zalo.url, { ...ask, auto: 'cancel' })).back?.get('error_name'), 'user_denied')
})

test('a wrong app, a wrong return address and the static kind are as in the console', async t => {
  const { zalo, sim } = await start(t)
  const ask = { redirect_uri: 'http://sen.test/back', auto: 'allow' }
  await sim('load', { app: { callback_url: 'http://sen.test/back', pkce: 'none', echoes_state: false } })
  const wrong = async (fields: Record<string, string>) =>
    ((await (await consent(zalo.url, { ...ask, ...fields })).answer.json()) as { error: number }).error
  assert.equal(await wrong({ app_id: '1' }), -14_002)
  assert.equal(await wrong({ redirect_uri: 'http://sen.test/back?state=1' }), -14_003)
  const { back } = await consent(zalo.url, { ...ask, state: 'x' })
  assert.equal(back?.has('state'), false)
  const free = await token(zalo.url, { code: back?.get('code') ?? '', grant_type: 'authorization_code' })
  assert.ok(free['access_token'])
  const digest = createHash('sha256').update('saved').digest('base64url')
  await sim('load', { app: { pkce: 'static', code_challenge: digest } })
  const code = (await consent(zalo.url, ask)).back?.get('code') ?? ''
  const fixed = await token(zalo.url, { code, grant_type: 'authorization_code', code_verifier: 'saved' })
  assert.ok(fixed['access_token'])
  const page = await (await consent(zalo.url, { ...ask, auto: '' })).answer.text()
  assert.match(page, /Cho phép \/ Allow/)
})

test('a refresh token works once and ends the pair before it', async t => {
  const { zalo, pair, send, sim } = await start(t)
  await zalo.acts.say({ text: 'chào shop' })
  const refresh = (refresh_token: string) => token(zalo.url, { refresh_token, grant_type: 'refresh_token' })
  assert.match((await token(zalo.url, { grant_type: 'refresh_token' }, 'wrong'))['error_name'] ?? '', /secret/)
  const next = await refresh(pair.refresh_token)
  const again = await refresh(pair.refresh_token)
  assert.ok(again['error_name'] && !('error' in again))
  assert.equal((await send('cũ')).error, -220)
  const headers = { access_token: next['access_token'] ?? '' }
  assert.equal((await send('mới', headers)).error, 0)
  assert.equal((await send('x', { authorization: `Bearer ${next['access_token']}` })).error, -216)
  await sim('clock', { advance_ms: 25 * hour })
  assert.equal((await send('hết hạn', headers)).error, -220)
})

test('what is sent is checked, echoed and received; the window is free, then billed, then closed', async t => {
  const { zalo, send, call, sim, events } = await start(t)
  assert.equal((await send('chưa từng nhắn')).error, -230)
  await zalo.acts.say({ text: 'Còn hàng không ạ?' })
  const sent = await send('Dạ còn ạ')
  await zalo.settled()
  await sim('clock', { advance_ms: 1 })
  assert.deepEqual(
    events().map(one => one.event_name),
    ['user_send_text', 'oa_send_text', 'user_received_message'],
  )
  assert.equal(events()[1]?.message?.msg_id, sent.data['message_id'])
  assert.equal((await send('x'.repeat(2001))).error, -210)
  assert.equal((await call('/v2.0/oa/message', { recipient: { user_id: user }, message: { text: 'cũ' } })).error, -240)
  assert.equal((await call('/v3.0/oa/message/promotion', {})).error, -240)
  assert.equal(zalo.world.billed, 0)
  // The tokens' 25 hours are not under test here.
  for (const token of zalo.world.tokens) token.expires_at = Infinity
  await sim('clock', { advance_ms: 49 * hour })
  assert.equal((await send('tính phí')).error, 0)
  assert.equal(zalo.world.billed, 1)
  await sim('clock', { advance_ms: 6 * 24 * hour })
  assert.equal((await send('quá hạn')).error, -230)
})

test('pictures and files are uploaded within their limits and expire after seven days', async t => {
  const { zalo, call, sim, pair } = await start(t)
  await zalo.acts.say({ text: 'cho xem ảnh' })
  const upload = async (kind: string, name: string, size: number) => {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(size)]), name)
    const answer = await fetch(`${zalo.url}/v2.0/oa/upload/${kind}`, {
      method: 'POST',
      headers: { access_token: pair.access_token },
      body,
    })
    return (await answer.json()) as { error: number; data: Record<string, string> }
  }
  assert.equal((await upload('image', 'a.webp', 10)).error, -201)
  assert.equal((await upload('image', 'a.png', 1_048_577)).error, -210)
  const { data } = await upload('image', 'a.png', 1_048_576)
  assert.equal(zalo.world.uploads[0]?.bytes.length, 1_048_576)
  const send = (message: object) => call('/v3.0/oa/message/cs', { recipient: { user_id: user }, message })
  const media = (attachment_id?: string) => ({
    attachment: {
      type: 'template',
      payload: { template_type: 'media', elements: [{ media_type: 'image', attachment_id }] },
    },
  })
  assert.equal((await send(media(data['attachment_id']))).error, 0)
  const file = await upload('file', 'bảng giá.pdf', 100)
  assert.equal((await send({ attachment: { type: 'file', payload: { token: file.data['token'] } } })).error, 0)
  assert.equal((await send({ attachment: { type: 'video', payload: {} } })).error, -233)
  for (const token of zalo.world.tokens) token.expires_at = Infinity
  await sim('clock', { advance_ms: 7 * 24 * hour + 1 })
  await zalo.acts.say({ text: 'còn đó không' })
  assert.equal((await send(media(data['attachment_id']))).error, -100)
})

test('events are single, raw letters, signed by a plain hash over id, body, time and key', async t => {
  const { zalo, sim, taken, events } = await start(t)
  await zalo.acts.say({ text: 'Phí ship bao nhiêu?', quote: 'm1' })
  await zalo.acts.follow({})
  await zalo.acts.submitInfo({ info: { name: 'Bưởi', phone: '84900000123', city: 'Huế' }, newer: true })
  await zalo.acts.templateReceipt({ phone: '84900000123' })
  await zalo.acts.sayAnonymously({ text: 'hỏi ẩn danh' })
  await zalo.acts.answerAsStaff({ text: 'Em đây ạ' })
  await zalo.acts.seen({})
  await sim('event', { raw: '{"event_name":"odd","timestamp":"5"}' })
  const names = ['user_send_text', 'follow', 'user_submit_info', 'user_received_message', 'anonymous_send_text']
  assert.deepEqual(
    events().map(one => one.event_name),
    [...names, 'oa_send_text', 'user_seen_message', 'odd'],
  )
  for (const { headers, body } of taken) {
    const { timestamp } = JSON.parse(body) as { timestamp: string }
    const right = createHash('sha256').update(`3820000000000000111${body}${timestamp}zalo-oa-secret`).digest('hex')
    assert.equal(headers['x-zevent-signature'], `mac=${right}`)
  }
  assert.match(taken[0]?.body ?? '', /Phí ship bao nhiêu\?/)
  assert.deepEqual(events()[5]?.sender?.admin_id, '6600000000000000999')
})

test('an event that nobody takes comes again five times, and then none comes any more', async t => {
  const { zalo, sim, taken, taker } = await start(t)
  taker.status = 503
  await zalo.acts.say({ text: 'có ai không' })
  for (const ms of [30_000, 300_000, 900_000, 1_800_000]) await sim('clock', { advance_ms: ms })
  assert.equal(zalo.webhook.enabled, true)
  await sim('clock', { advance_ms: hour })
  assert.deepEqual(
    taken.map(one => one.headers['num_retry']),
    [undefined, '1', '2', '3', '4', '5'],
  )
  assert.equal(new Set(taken.map(one => one.body)).size, 1)
  assert.equal(zalo.webhook.enabled, false)
  taker.status = 200
  await zalo.acts.say({ text: 'vẫn không' })
  assert.equal(taken.length, 6)
})

test('the record of chats is read page by page, newest first', async t => {
  const { zalo, call, sim } = await start(t)
  for (let n = 1; n <= 12; n++) {
    await zalo.acts.say({ text: `tin ${n}` })
    await sim('clock', { advance_ms: 1000 })
  }
  await zalo.acts.say({ user: '7700000000000000456', text: 'người khác' })
  const list = async (name: string, data: object) => {
    const answer = await call(`/v2.0/oa/${name}?data=${encodeURIComponent(JSON.stringify(data))}`)
    return (
      (answer.data as unknown as { message: string; src: number }[] | undefined)?.map(one => one.message) ??
      answer.error
    )
  }
  assert.deepEqual(await list('listrecentchat', { offset: 0, count: 10 }), ['người khác', 'tin 12'])
  assert.deepEqual(await list('conversation', { user_id: user, offset: 10, count: 10 }), ['tin 2', 'tin 1'])
  assert.equal(await list('listrecentchat', { offset: 0, count: 11 }), -201)
})

test('rates, proofs and orders from outside', async t => {
  const { zalo, call, send, sim, pair } = await start(t)
  await zalo.acts.say({ text: 'alo' })
  await sim('load', { app: { needs_proof: true } })
  assert.equal((await call('/v2.0/oa/getoa')).error, -242)
  const proof = createHmac('sha256', 'zalo-app-secret').update(pair.access_token).digest('hex')
  const proven = await call('/v2.0/oa/getoa', undefined, { access_token: pair.access_token, appsecret_proof: proof })
  assert.equal(proven.data['oa_id'], oa)
  await sim('load', { app: { needs_proof: false, calls_a_minute: 3 } })
  assert.equal((await send('một')).error, 0)
  const over = await send('hai')
  assert.equal(over.error, -32)
  assert.equal(over.answer.headers.get('x-ratelimit-limit'), '3')
  await sim('clock', { advance_ms: 60_000 })
  await sim('faults', { action: 'window_closed' })
  assert.equal((await send('ba')).error, -230)
  await sim('faults', { action: 'reset_after_write' })
  await assert.rejects(send('mất câu trả lời'))
  assert.equal(zalo.world.messages.at(-1)?.text, 'mất câu trả lời')
  await sim('revoke', { oa })
  assert.equal((await send('bốn')).error, -220)
})

test('an echo may come before its answer, and a receipt before its echo', async t => {
  const { zalo, send, sim, events } = await start(t)
  await zalo.acts.say({ text: 'alo' })
  await sim('faults', { rules: [{ action: 'echo_before_response' }, { action: 'receipt_before_echo' }] })
  await send('dạ')
  assert.deepEqual(
    events().map(one => one.event_name),
    ['user_send_text', 'user_received_message', 'oa_send_text'],
  )
})

test('the same steps give the same ids after a reset, and a page to chat on', async t => {
  const { zalo, sim } = await start(t)
  const first = (await zalo.acts.say({ text: 'a' })).id
  await sim('reset')
  await sim('tokens')
  assert.equal((await zalo.acts.say({ text: 'a' })).id, first)
  const page = await fetch(`${zalo.url}/`)
  assert.match(await page.text(), /Bạn là khách \/ You are/)
})
