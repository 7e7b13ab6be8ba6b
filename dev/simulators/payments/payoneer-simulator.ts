// Written from the vendor's published extension and clients. Can run alone: PAYONEER_SIMULATOR_PORT (4031).
import { randomBytes } from 'node:crypto'
import { type Deliveries, makeDeliveries } from '../channel-deliveries.ts'
import {
  type ChannelSimulator,
  type SimulatedAnswer,
  type SimulatedCall,
  type SimulatorPlace,
  startChannelSimulator,
} from '../channel-simulator.ts'
import { payPage } from './payment-pages.ts'
import { policyRule } from './payment-policies.ts'

export type PayoneerList = {
  longId: string
  transactionId: string
  status: { code: string; reason: string }
  payment: { amount: number; currency: string; reference: string }
  callback: { returnUrl: string; cancelUrl: string; notificationUrl: string }
}
export type PayoneerSimulator = ChannelSimulator & {
  merchant: { code: string; token: string }
  lists: Map<string, PayoneerList>
  deliveries: Deliveries
  /** `how`: pay, decline, pending, authorise, void, refund, part. `other`: paid instead of what the list asks for. */
  act(longId: string, how: string, other?: { currency?: string; amount?: number }): Promise<PayoneerList>
}

const mediaType = 'application/vnd.optile.payment.enterprise-v1-extensible+json'
const pairs: Record<string, [string, string, string, string]> = {
  pay: ['charged', 'debited', 'PROCEED', 'OK'],
  decline: ['declined', 'declined', 'TRY_OTHER_ACCOUNT', 'DECLINED'],
  pending: ['pending', 'charge_requested', 'PROCEED', 'PENDING'],
  authorise: ['preauthorized', 'preauthorized', 'PROCEED', 'OK'],
  void: ['canceled', 'preauthorization_canceled', 'ABORT', 'CUSTOMER_ABORT'],
  refund: ['paid_out', 'refund_credited', 'PROCEED', 'OK'],
  part: ['paid_out', 'paid_out_partial', 'PROCEED', 'OK'],
}

export async function startPayoneerSimulator(setting: SimulatorPlace = {}): Promise<PayoneerSimulator> {
  const merchant = { code: 'SEN_SIMULATED', token: 'payoneer_simulated' }
  const lists = new Map<string, PayoneerList>()
  const lies = { charged: false }
  let parts: Pick<PayoneerSimulator, 'deliveries' | 'act'> | undefined
  const simulator = await startChannelSimulator(setting, ({ url, clock, faults }) => {
    const deliveries = makeDeliveries({
      clock,
      faults,
      timeoutMs: 10_000,
      retryAfterMs: [60_000, 600_000, 3_600_000],
      serialize: events => Buffer.from(JSON.stringify(events[0]?.event)),
      headers: () => ({}),
      signatureHeader: 'x-none',
      disable() {},
    })

    async function act(longId: string, how: string, other: object = {}): Promise<PayoneerList> {
      const list = lists.get(longId)
      const pair = pairs[how]
      if (!list || !pair) throw new Error(`No list ${longId}, or nothing called ${how}.`)
      Object.assign(list.payment, other)
      const [code, reason, interactionCode, interactionReason] = pair
      const previousReasonCode = list.status.reason
      list.status = { code, reason }
      const status = lies.charged
        ? { statusCode: 'charged', reasonCode: 'debited' }
        : { statusCode: code, reasonCode: reason }
      const { transactionId, payment, callback } = list
      const { amount, currency } = payment
      const about = { entity: 'payment', transactionId, longId, previousReasonCode, interactionCode, interactionReason }
      deliveries.url = callback.notificationUrl
      await deliveries.send([
        { account: 'payoneer', user: transactionId, event: { ...about, ...status, amount, currency } },
      ])
      return list
    }
    parts = { deliveries, act }

    async function answer(call: SimulatedCall): Promise<SimulatedAnswer> {
      if (call.path.startsWith('/pay/')) return page(call)
      const right = `Basic ${Buffer.from(`${merchant.code}:${merchant.token}`).toString('base64')}`
      if (call.headers['authorization'] !== right) return { status: 401, body: { resultInfo: 'Unauthorized' } }
      if (call.headers['accept'] !== mediaType || (call.method !== 'GET' && call.headers['content-type'] !== mediaType))
        return { status: 415, body: { resultInfo: 'Unsupported media type' } }
      if (`${call.method} ${call.path}` === 'POST /api/lists') return open(call)
      const [, folder, longId = '', verb] =
        /^\/api\/(lists|charges)\/([^/]+)(?:\/(payout|closing))?$/.exec(call.path) ?? []
      const list = lists.get(longId)
      if (!list || (folder === 'charges' && list.status.code === 'listed'))
        return { status: 404, body: { resultInfo: 'Not found' } }
      if (verb === 'payout') return payOut(list)
      if (verb === 'closing') list.status = { code: 'charged', reason: 'closed' }
      if (call.method === 'DELETE' && folder === 'lists') {
        if (list.status.code !== 'listed') return { status: 409, body: { resultInfo: 'The list is in use' } }
        lists.delete(longId)
      }
      return { status: 200, body: shown(list) }
    }

    function open({ body }: SimulatedCall): SimulatedAnswer {
      const { transactionId, country, customer, payment, callback, integration } = body as unknown as PayoneerList & {
        country?: string
        customer?: { number?: string }
        integration?: string
      }
      const whole =
        transactionId && country && customer?.number && payment?.amount > 0 && payment.currency && payment.reference
      if (!whole || !callback?.notificationUrl || integration !== 'HOSTED')
        return { status: 400, body: { resultInfo: 'A mandatory field is missing' } }
      const longId = randomBytes(16).toString('hex')
      const list = { longId, transactionId, status: { code: 'listed', reason: 'listed' }, payment, callback }
      lists.set(longId, list)
      return {
        status: 200,
        body: { ...shown(list), redirect: { url: `${url}/pay/${longId}`, method: 'GET', type: 'HOSTED' } },
      }
    }

    function payOut(list: PayoneerList): SimulatedAnswer {
      if (list.status.code !== 'charged') return { status: 409, body: { resultInfo: 'Nothing to pay out' } }
      list.status = { code: 'paid_out', reason: 'refund_credited' }
      return { status: 200, body: shown(list) }
    }

    async function page(call: SimulatedCall): Promise<SimulatedAnswer> {
      const list = lists.get(call.path.slice('/pay/'.length))
      if (!list) return { status: 404, body: '<h1>404</h1>' }
      const how = String(call.body['how'])
      if (call.method === 'POST' && how === 'cancel')
        return { status: 303, headers: { location: list.callback.cancelUrl }, body: '' }
      if (call.method === 'POST' && pairs[how]) {
        await act(list.longId, how)
        if (how !== 'decline') {
          const back = new URL(list.callback.returnUrl)
          const { longId, transactionId } = list
          for (const [name, value] of Object.entries({ longId, transactionId, interactionCode: 'PROCEED' }))
            back.searchParams.set(name, value)
          return { status: 303, headers: { location: back.href }, body: '' }
        }
      }
      const { amount, currency } = list.payment
      return {
        status: 200,
        body: payPage('Payoneer (mô phỏng)', `${amount} ${currency}`, call.path, [
          ['pay', 'Thanh toán', 'Pay'],
          ['decline', 'Bị từ chối', 'Decline'],
          ['pending', 'Đang chờ xử lý', 'Pending'],
          ['cancel', 'Quay lại', 'Cancel'],
        ]),
      }
    }

    return {
      answer,
      refuse: () => ({ status: 500, body: { resultInfo: 'Ordered' } }),
      userOf: ({ body }) => (typeof body['transactionId'] === 'string' ? body['transactionId'] : undefined),
      control: {
        'GET lists': () => ({ lists: [...lists.values()] }),
        'GET deliveries': () => ({ deliveries: deliveries.list }),
        'POST act': ({ list, how, currency, amount }) =>
          act(String(list), String(how), {
            ...(typeof currency === 'string' ? { currency } : {}),
            ...(typeof amount === 'number' ? { amount } : {}),
          }),
        'POST lie': ({ charged }) => void (lies.charged = charged === true),
        'POST policy': ({ policy, times = 1 }) => faults.add(policyRule(String(policy), Number(times))),
      },
      reset() {
        deliveries.reset()
        lists.clear()
        lies.charged = false
      },
      settled: () => deliveries.settled(),
    }
  })
  if (!parts) throw new Error('The simulator has no platform.')
  return Object.assign(simulator, { merchant, lists, ...parts })
}

function shown({ longId, transactionId, status, payment }: PayoneerList) {
  return {
    identification: { longId, shortId: longId.slice(0, 8), transactionId, pspId: '' },
    status,
    interaction: { code: 'PROCEED', reason: 'OK' },
    resultInfo: 'Approved',
    payment,
  }
}

if (import.meta.main) {
  const { PAYONEER_SIMULATOR_PORT: port = '4031' } = process.env
  const simulator = await startPayoneerSimulator({ port: Number(port) })
  console.log(`Payoneer (simulated): ${simulator.url}   ${simulator.merchant.code} ${simulator.merchant.token}`)
}
