// Two feeds, SePay (also pollable) and Casso, with their own ids and booking times. Alone: BANK_SIMULATOR_PORT (4032), SERVER_URL.
import { createHmac } from 'node:crypto'
import { type Deliveries, makeDeliveries } from '../channel-deliveries.ts'
import {
  type ChannelSimulator,
  type SimulatedAnswer,
  type SimulatedCall,
  type SimulatorPlace,
  startChannelSimulator,
} from '../channel-simulator.ts'
import { bankPage } from './payment-pages.ts'
import { policyRule } from './payment-policies.ts'
import { textOf } from '../text-of.ts'

export type BankFeed = 'sepay' | 'casso'
export type SimulatedTransfer = {
  id: number
  content: string
  amount: number
  reference: string
  booked: Record<BankFeed, number>
}
export type Transferred = {
  content: string
  amount: number
  reference?: string
  /** Default: now. 'midnight': a second before midnight in Viet Nam for SePay, a second after it for Casso. */
  at?: number | 'midnight'
  /** ms by which Casso books later than SePay */
  apart_ms?: number
  feeds?: BankFeed[]
}
export type BankSimulator = ChannelSimulator & {
  account: string
  keys: { sepay: string; sepayToken: string; casso: string }
  transfers: SimulatedTransfer[]
  deliveries: Record<BankFeed, Deliveries>
  transfer(what: Transferred): SimulatedTransfer
}

const hour = 3_600_000
/** SePay's waits; it gives up after half an hour. */
const retryAfterMs = [0, 1, 1, 2, 3, 5, 8, 13].map(minutes => minutes * 60_000)
const feeds: readonly BankFeed[] = ['sepay', 'casso']

export async function startBankSimulator(
  setting: SimulatorPlace & { server?: string | undefined } = {},
): Promise<BankSimulator> {
  const account = '0900000001'
  const keys = { sepay: 'sepay_simulated', sepayToken: 'sepay_token_simulated', casso: 'casso_simulated' }
  const transfers: SimulatedTransfer[] = []
  let parts: Pick<BankSimulator, 'deliveries' | 'transfer'> | undefined
  const simulator = await startChannelSimulator(setting, ({ clock, faults }) => {
    const signed: Record<BankFeed, (body: Buffer) => Record<string, string>> = {
      sepay: body => signedBySepay(keys.sepay, clock.now(), body),
      casso: body => signedByCasso(keys.casso, clock.now(), body),
    }
    const deliveriesOf = (feed: BankFeed): Deliveries => {
      const made = makeDeliveries({
        clock,
        faults,
        timeoutMs: 10_000,
        retryAfterMs,
        serialize: events => Buffer.from(JSON.stringify(events[0]?.event)),
        headers: signed[feed],
        signatureHeader: feed === 'sepay' ? 'x-sepay-signature' : 'x-casso-signature',
        disable() {},
      })
      if (setting.server) made.url = `${setting.server}/hooks/bank/${feed}`
      return made
    }
    const deliveries = { sepay: deliveriesOf('sepay'), casso: deliveriesOf('casso') }

    function transfer({
      content,
      amount,
      reference,
      at,
      apart_ms: apart = 0,
      feeds: targets = [...feeds],
    }: Transferred) {
      const id = (setting.idsFrom ?? 0) + transfers.length + 1
      const midnight = Math.floor((clock.now() + 7 * hour) / (24 * hour)) * 24 * hour - 7 * hour
      const first = at === 'midnight' ? midnight - 1000 : (at ?? clock.now())
      const booked = { sepay: first, casso: at === 'midnight' ? midnight + 1000 : first + apart }
      const made = { id, content, amount, reference: reference ?? `FT${26_000_000 + id}`, booked }
      transfers.push(made)
      for (const feed of targets) deliver(feed, made)
      return made
    }

    function deliver(feed: BankFeed, transfer: SimulatedTransfer): void {
      const event = feed === 'sepay' ? sepayEvent(account, transfer) : cassoEvent(account, transfer)
      void deliveries[feed].send([{ account, user: feed, event }])
    }
    parts = { deliveries, transfer }

    function answer(call: SimulatedCall): SimulatedAnswer {
      const address = `${call.method} ${call.path}`
      if (address === 'GET /') return { status: 200, body: bankPage(account) }
      if (address === 'POST /') {
        const { content, amount } = call.body
        transfer({ content: textOf(content), amount: Number(amount) })
        return { status: 303, headers: { location: '/' }, body: '' }
      }
      if (address !== 'GET /userapi/transactions/list') return { status: 404, body: { error: 'Not found' } }
      if (call.headers['authorization'] !== `Bearer ${keys.sepayToken}`)
        return { status: 401, body: { error: 'Unauthorized' } }
      return { status: 200, body: { status: 200, transactions: transfers.map(one => listed(account, one)) } }
    }

    return {
      answer,
      refuse: () => ({ status: 500, body: { error: 'Ordered' } }),
      userOf: () => undefined,
      control: {
        'POST transfer': body => transfer(body as Transferred),
        'POST tell-again'({ transfer: id, feed }) {
          const known = transfers.find(one => one.id === Number(id))
          if (!known || !feeds.includes(feed as BankFeed))
            throw new Error(`No transfer ${textOf(id)}, or no such feed.`)
          deliver(feed as BankFeed, known)
        },
        'GET transfers': () => ({ transfers }),
        'GET deliveries': () => ({ deliveries: feeds.flatMap(feed => deliveries[feed].list) }),
        'POST policy': ({ policy, times = 1 }) => faults.add(policyRule(textOf(policy), Number(times))),
      },
      reset() {
        for (const feed of feeds) deliveries[feed].reset()
        transfers.length = 0
      },
      async settled() {
        for (const feed of feeds) await deliveries[feed].settled()
      },
    }
  })
  if (!parts) throw new Error('The simulator has no platform.')
  return Object.assign(simulator, { account, keys, transfers, ...parts })
}

/** Vietnamese banks use local time: '2026-11-20 09:30:00'. */
function bankTime(at: number): string {
  return new Date(at + 7 * hour).toISOString().slice(0, 19).replace('T', ' ')
}

function sepayEvent(account: string, { id, content, amount, reference, booked }: SimulatedTransfer): object {
  return {
    id,
    gateway: 'MBBank',
    transactionDate: bankTime(booked.sepay),
    accountNumber: account,
    subAccount: null,
    code: null,
    content,
    transferType: amount < 0 ? 'out' : 'in',
    description: '',
    transferAmount: Math.abs(amount),
    accumulated: 0,
    referenceCode: reference,
  }
}

function cassoEvent(account: string, { id, content, amount, reference, booked }: SimulatedTransfer): object {
  const about = { id: 900_000 + id, reference, description: content, amount, runningBalance: 0 }
  return { error: 0, data: { ...about, transactionDateTime: bankTime(booked.casso), accountNumber: account } }
}

function listed(account: string, { id, content, amount, reference, booked }: SimulatedTransfer): object {
  return {
    id: String(id),
    account_number: account,
    sub_account: null,
    transaction_date: bankTime(booked.sepay),
    amount_in: `${Math.max(0, amount)}.00`,
    amount_out: `${Math.max(0, -amount)}.00`,
    transaction_content: content,
    reference_number: reference,
  }
}

function signedBySepay(secret: string, now: number, body: Buffer): Record<string, string> {
  const time = Math.floor(now / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
  return { 'x-sepay-timestamp': String(time), 'x-sepay-signature': `sha256=${signature}` }
}

function signedByCasso(secret: string, now: number, body: Buffer): Record<string, string> {
  const { error, data } = JSON.parse(body.toString()) as { error: number; data: Record<string, unknown> }
  const sorted = Object.fromEntries(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const text = JSON.stringify({ data: sorted, error })
  return { 'x-casso-signature': `t=${now},v1=${createHmac('sha512', secret).update(`${now}.${text}`).digest('hex')}` }
}

if (import.meta.main) {
  const { SERVER_URL: server, BANK_SIMULATOR_PORT: port = '4032' } = process.env
  const simulator = await startBankSimulator({ port: Number(port), server })
  console.log(`A bank account (simulated): ${simulator.url}`, simulator.keys)
}
