import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import { startBankSimulator } from './payments/bank-simulator.ts'
import type { ChannelSimulator } from './channel-simulator.ts'
import { startMessengerSimulator } from './messenger/messenger-simulator.ts'
import { startPayoneerSimulator } from './payments/payoneer-simulator.ts'
import { startStripeSimulator } from './stripe/stripe-simulator.ts'
import { startZaloSimulator } from './zalo/zalo-simulator.ts'

type Fields = Record<string, unknown>
type Platform = {
  simulator: ChannelSimulator
  happen(text: string): unknown
  field: string
  within?: string
  ask(): Promise<Response>
  answered: string
}

const startAt = Date.parse('2026-11-20T03:00:00Z')
const json = { 'content-type': 'application/json' }
const post = (url: string, body: object, headers: Record<string, string> = json) =>
  fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })

const platforms: Record<string, (hook: string) => Promise<Platform>> = {
  async stripe(hook) {
    const simulator = await startStripeSimulator({ startAt, webhookUrl: hook })
    const headers = { authorization: `Bearer ${simulator.world.key}` }
    return {
      simulator,
      happen: text =>
        simulator.acts.notify('customer.updated', { id: text, object: 'customer', currency: 'vnd', created: 0 }),
      field: 'data.object.currency',
      ask: () => fetch(`${simulator.url}/v1/events`, { headers }),
      answered: 'data.created',
    }
  },
  async payoneer(hook) {
    const simulator = await startPayoneerSimulator({ startAt })
    const type = 'application/vnd.optile.payment.enterprise-v1-extensible+json'
    const { code, token } = simulator.merchant
    const authorization = `Basic ${Buffer.from(`${code}:${token}`).toString('base64')}`
    const headers = { authorization, accept: type, 'content-type': type }
    const open = (transactionId: string) => {
      const callback = { returnUrl: hook, cancelUrl: hook, notificationUrl: hook }
      const payment = { amount: 24.17, currency: 'USD', reference: 'Sen' }
      const input = {
        transactionId,
        country: 'VN',
        integration: 'HOSTED',
        customer: { number: 'w' },
        payment,
        callback,
      }
      return post(`${simulator.url}/api/lists`, input, headers)
    }
    return {
      simulator,
      async happen(text) {
        await open(text)
        const list = [...simulator.lists.values()].find(one => one.transactionId === text)
        await simulator.act(list?.longId ?? '', 'pay')
      },
      field: 'currency',
      ask: () => open('asked'),
      answered: 'payment.amount',
    }
  },
  async bank(hook) {
    const simulator = await startBankSimulator({ startAt })
    simulator.deliveries.sepay.url = hook
    const headers = { authorization: `Bearer ${simulator.keys.sepayToken}` }
    return {
      simulator,
      happen: text => simulator.transfer({ content: text, amount: 1000, feeds: ['sepay'] }),
      field: 'referenceCode',
      ask: () => fetch(`${simulator.url}/userapi/transactions/list`, { headers }),
      answered: 'transactions.reference_number',
    }
  },
  async zalo(hook) {
    const simulator = await startZaloSimulator({ startAt, webhookUrl: hook })
    const tokens = await post(`${simulator.url}/__sim/tokens`, {})
    const { access_token } = (await tokens.json()) as { access_token: string }
    return {
      simulator,
      happen: text => simulator.acts.say({ text }),
      field: 'message.msg_id',
      ask: () => fetch(`${simulator.url}/v2.0/oa/getoa`, { headers: { access_token } }),
      answered: 'data.name',
    }
  },
  async messenger(hook) {
    const simulator = await startMessengerSimulator({ startAt })
    const [page = ''] = simulator.world.pages.keys()
    const [user = ''] = simulator.world.customers.keys()
    await simulator.registerWebhook(hook, 'any')
    const graph = `${simulator.url}/v25.0`
    const token = `access_token=page-token-${page}`
    await fetch(`${graph}/${page}/subscribed_apps?subscribed_fields=messages&${token}`, { method: 'POST' })
    return {
      simulator,
      happen: text => post(`${simulator.url}/__sim/user-message`, { page, user, text }),
      field: 'message.mid',
      within: 'entry.messaging',
      ask: () => fetch(`${graph}/${user}?fields=first_name,last_name&${token}`),
      answered: 'first_name',
    }
  },
}

function at(value: unknown, path: string): unknown[] {
  return path
    .split('.')
    .reduce<unknown[]>(
      (found, name) =>
        found
          .flatMap(one => (Array.isArray(one) ? one : [one]))
          .flatMap(one => (typeof one === 'object' && one !== null && name in one ? [(one as Fields)[name]] : [])),
      [value],
    )
}

for (const [name, start] of Object.entries(platforms))
  describe(`a simulated ${name} that goes astray`, () => {
    async function begin(t: TestContext) {
      const taken: string[] = []
      const hook = createServer(async (request, response) => {
        const challenge = new URL(request.url ?? '/', 'http://x').searchParams.get('hub.challenge')
        if (challenge !== null) return void response.end(challenge)
        let body = ''
        for await (const chunk of request) body += String(chunk)
        taken.push(body)
        response.writeHead(200).end()
      })
      hook.listen(0, '127.0.0.1')
      await once(hook, 'listening')
      const platform = await start(`http://127.0.0.1:${(hook.address() as AddressInfo).port}/`)
      t.after(async () => {
        await platform.simulator.close()
        hook.close()
      })
      const order = (rule: object) => post(`${platform.simulator.url}/__sim/faults`, rule)
      const happen = async (text: string) => {
        await platform.happen(text)
        await platform.simulator.settled()
      }
      const reachedTargets = () => taken.map(body => ['one', 'two', 'three'].find(text => body.includes(`"${text}"`)))
      return { ...platform, taken, order, happen, received: reachedTargets }
    }

    test('the later first, and late', async t => {
      const { simulator, order, happen, received } = await begin(t)
      await order({ action: 'reorder' })
      await happen('one')
      await happen('two')
      assert.deepEqual(received(), ['two', 'one'])
      await order({ on: 'delivery', action: { delay_ms: 60_000 } })
      await happen('three')
      assert.equal(received().length, 2)
      await simulator.clock.advance(60_000)
      await simulator.settled()
      assert.equal(received()[2], 'three')
    })

    test('without what the documents promise', async t => {
      const { field, within, answered, ask, order, happen, taken } = await begin(t)
      await happen('one')
      await order({ on: 'delivery', action: { without: [field] } })
      await happen('two')
      const path = within ? `${within}.${field}` : field
      const seen = taken.map(body => at(JSON.parse(body), path).length)
      assert.deepEqual(seen, [1, 0])
      const whole = await (await ask()).json()
      await order({ on: 'call', action: { without: [answered] } })
      const sparse = await (await ask()).json()
      assert.deepEqual([at(whole, answered).length > 0, at(sparse, answered).length], [true, 0])
    })
  })
