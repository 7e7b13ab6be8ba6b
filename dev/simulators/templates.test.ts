import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startMessengerSimulator } from './messenger/messenger-simulator.ts'
import { startZaloSimulator } from './zalo/zalo-simulator.ts'

const oa = '4318000000000000777'
const user = '7700000000000000123'
const page = '110220330440550'
const lan = '24680000000000011'
const startAt = Date.parse('2026-11-20T03:00:00Z')
const hour = 3_600_000

type TemplateAnswer = {
  metadata?: unknown
  error?: number | { code: number; error_subcode?: number }
  data?: never
  [name: string]: unknown
}

async function zaloDesk(t: TestContext) {
  const zalo = await startZaloSimulator({ startAt })
  t.after(() => zalo.close())
  const ask = async (path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${zalo.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { ...((await answer.json()) as TemplateAnswer), headers: answer.headers }
  }
  const sim = async (name: string, body: object = {}) => (await ask(`/__sim/${name}`, body)) as Record<string, unknown>
  const { access_token: token } = await sim('tokens')
  const call = (path: string, body?: object) => ask(path, body, { access_token: String(token) })
  const byId = (change: object = {}) =>
    call('/v3.0/oa/message/template', {
      ...{ user_id: user, template_id: '701', template_data: { customer_name: 'Lan', hour: '10:00' } },
      ...change,
    })
  const params = [{ name: 'customer_name' }, { name: 'hour', max_length: 5 }]
  await zalo.acts.template({ id: '701', name: 'Nhắc lịch', params, price_uid: 200, price_sdt: 300 })
  return { zalo, sim, call, byId }
}

test('Zalo: templates are listed, described with their prices, and sent to a person', async t => {
  const { zalo, call, byId, sim } = await zaloDesk(t)
  const { data, metadata } = await call('/template/all?offset=0&limit=100')
  assert.deepEqual(
    [(data as unknown as { templateId: number }[]).map(one => one.templateId), metadata],
    [[701], { total: 1 }],
  )
  const info = (await call('/template/info/v2?template_id=701')).data as unknown as Record<string, unknown>
  assert.deepEqual(
    [info['status'], info['templateTag'], info['price_uid'], info['price_sdt']],
    ['ENABLE', 'TRANSACTION', 200, 300],
  )
  assert.equal((info['listParams'] as unknown[]).length, 2)
  assert.equal((await byId()).error, 0)
  assert.equal((await byId({ template_data: { customer_name: 'Lan' } })).error, -1121)
  assert.equal((await byId({ template_data: { customer_name: 'Lan', hour: '10 giờ sáng' } })).error, -1121)
  assert.equal((await byId({ template_id: '702' })).error, -109)
  await sim('prices', { id: '701' })
  const unpriced = (await call('/template/info/v2?template_id=701')).data as unknown as Record<string, unknown>
  assert.equal('price_uid' in unpriced, false)
  assert.equal(zalo.world.charged, 200)
})

test('Zalo: each of its refusals of a template', async t => {
  const { zalo, sim, byId } = await zaloDesk(t)
  await sim('templates', { id: '701', status: 'DISABLE', reason: 'Chất lượng thấp' })
  assert.equal((await byId()).error, -146)
  await sim('templates', { id: '701', status: 'ENABLE', daily_quota: 1 })
  assert.equal((await byId()).error, 0)
  assert.equal((await byId()).error, -147)
  await sim('templates', { id: '701', daily_quota: 100 })
  await sim('plan', { template_quota: 1 })
  assert.equal((await byId()).error, -144)
  await sim('plan', { template_quota: 100 })
  await sim('templates', { id: '701', tag: 'PROMOTION' })
  await zalo.clock.advance(13 * hour)
  assert.equal((await byId()).error, -133)
  for (const refuses of [-249, -1441, -1472]) {
    await sim('templates', { id: '701', refuses })
    assert.equal((await byId()).error, refuses)
  }
})

test('Zalo: to a number, tried before it is approved, and told by its tracking id', async t => {
  const { zalo, sim, call } = await zaloDesk(t)
  const toPhone = (change: object = {}) =>
    call('/message/template', {
      ...{
        phone: '84901234567',
        template_id: '701',
        tracking_id: 'm1',
        template_data: { customer_name: 'Lan', hour: '9:00' },
      },
      ...change,
    })
  assert.equal((await toPhone()).error, 0)
  assert.equal((await toPhone({ phone: '0901234567' })).error, -108)
  zalo.world.phones.set('84900000000', -118)
  assert.equal((await toPhone({ phone: '84900000000' })).error, -118)
  await sim('templates', { id: '701', status: 'PENDING_REVIEW' })
  assert.equal((await toPhone()).error, -146)
  assert.equal((await toPhone({ mode: 'development' })).error, 0)
  assert.deepEqual(
    zalo.world.messages.map(one => [one.user_id, one.tracking_id, one.trial ?? false]),
    [
      ['84901234567', 'm1', false],
      ['84901234567', 'm1', true],
    ],
  )
  assert.equal(zalo.world.charged, 300)
})

test('Zalo: what a message is taken from, by both readings, and the plan’s calls in a minute', async t => {
  const { zalo, sim, call } = await zaloDesk(t)
  await sim('plan', { free_replies: 1, sub_quota: 1, calls_a_minute: 8 })
  const sendText = () => call('/v3.0/oa/message/cs', { recipient: { user_id: user }, message: { text: 'dạ' } })
  const taken = async () => (await sendText()).data as { quota?: { quota_type: string } } | undefined
  await zalo.acts.say({ text: 'chào shop' })
  assert.deepEqual(
    [await taken(), await taken(), await taken()].map(one => one?.quota?.quota_type),
    ['reply', 'sub_quota', undefined],
  )
  assert.equal(zalo.world.billed, 1)
  await sim('plan', { free_replies: 0 })
  assert.equal((await taken())?.quota?.quota_type, 'reply')
  const answers = [await sendText(), await sendText(), await sendText(), await sendText(), await sendText()]
  assert.deepEqual(
    answers.map(({ error }) => error),
    [0, 0, 0, 0, -32],
  )
  assert.equal(answers[0]?.headers.get('x-ratelimit-limit'), '8')
  await sim('plan', { oa, quota: 0 })
  await zalo.clock.advance(60_001)
  assert.equal((await sendText()).error, -211)
})

test('Messenger: a template is made, looked at, and sent without a window', async t => {
  const simulator = await startMessengerSimulator({ startAt })
  t.after(() => simulator.close())
  const ask = async (path: string, body?: object, token = `page-token-${page}`) => {
    const answer = await fetch(`${simulator.url}/v24.0/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return (await answer.json()) as TemplateAnswer
  }
  const code = ({ error }: TemplateAnswer) =>
    typeof error === 'object' ? `${error.code}/${error.error_subcode}` : 'ok'
  const body = { type: 'BODY', text: 'Chào {{1}}, lịch của bạn lúc {{2}}.', example: { body_text: [['Lan', '10:00']] } }
  const made = { name: 'nhac_lich', language: 'vi', category: 'UTILITY', components: [body] }
  const path = `${page}/message_templates`
  assert.equal(code(await ask(path, { ...made, name: 'Nhắc lịch' })), '100/2388042')
  assert.equal(code(await ask(path, { ...made, components: [{ ...body, example: {} }] })), '100/2388043')
  assert.equal((await ask(path, made))['status'], 'PENDING')
  assert.equal(code(await ask(path, made)), '100/2388024')
  const send = (
    parameters: object[] = [
      { type: 'text', text: 'Lan' },
      { type: 'text', text: '10:00' },
    ],
  ) =>
    ask(`${page}/messages`, {
      recipient: { id: lan },
      messaging_type: 'UTILITY',
      message: {
        template: { name: 'nhac_lich', language: { code: 'vi' }, components: [{ type: 'body', parameters }] },
        metadata: 'out:1',
      },
    })
  assert.equal(code(await send()), '100/2593004')
  await simulator.clock.advance(3001)
  assert.equal(code(await send([])), '100/2593005')
  assert.equal(typeof (await send())['message_id'], 'string')
  const [thread] = [...simulator.world.threads.values()]
  assert.deepEqual(
    thread?.messages.map(one => [one.text, one.metadata]),
    [['Chào Lan, lịch của bạn lúc 10:00.', 'out:1']],
  )
  simulator.world.utilityScope = 'page_utility_messaging'
  assert.equal(code(await send()), '200/undefined')
  assert.equal(code(await ask(path)), '200/undefined')
})
