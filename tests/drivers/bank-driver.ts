import { createHmac } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeOwner, type Owner } from '../fixtures/shop-owner.ts'

export const bankSettings = {
  BANK_BIN: '970422',
  BANK_ACCOUNT: '0900000001',
  BANK_HOLDER: 'CONG TY SEN',
  SEPAY_HMAC_SECRET: 'sepay_test_secret',
  CASSO_CHECKSUM_KEY: 'casso_test_key',
  SELLER_NAME: 'Công ty TNHH Sen',
  SELLER_MST: '0100112437',
  SELLER_ADDRESS: '12 Lê Lợi, Quận 1, TP. Hồ Chí Minh',
}

export type Answer<T = Record<string, unknown>> = { status: number; body: T }
export type ShownOrder = {
  id: string
  kind: string
  status: string
  status_detail: string
  amount: number
  due: number
  received: number
  credit_used: number
  memo_code: string
  method: string
  plan: string
  period_start: string
  period_end: string
  payment: { qr: string; amount: number; memo: string } | null
}
type Transfer = {
  id: number
  content: string
  amount: number
  reference?: string
  account?: string
  out?: boolean
  date?: string
}
export type Books = { order_held: number; user_credit: number }

export type BankDriver = Awaited<ReturnType<typeof openBankDriver>>

export async function openBankDriver(settings: Record<string, string> = {}) {
  const platform: TestPlatform = await testPlatform({ settings: { ...bankSettings, ...settings } })
  const app: FastifyInstance = await testApp(platform)
  const owner = await makeOwner(platform)
  let transfers = 1000

  /** The clock runs over weeks: a fresh session. */
  async function renewed(who: Owner): Promise<Owner['headers']> {
    const claims = decodeJwt<{ session_id: string; email: string }>(who.headers.authorization.slice('Bearer '.length))
    const { session_id, email } = claims
    const fresh = { role: 'authenticated', sub: who.personId, session_id, email } as const
    const step = { method: 'totp', timestamp: Math.floor(platform.clock.now().getTime() / 1000) }
    const proven = who.secondStep ? { ...fresh, aal: 'aal2', amr: [step] } : { ...fresh, aal: 'aal1' }
    return { authorization: `Bearer ${(await platform.tokens.signAccess(proven)).token}` }
  }

  async function call<T = Record<string, unknown>>(
    address: string,
    body?: object,
    who: Owner = owner,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const [method, url] = address.split(' ') as ['GET', string]
    const response = await app.inject({
      method,
      url: `/api/v1${url}`,
      headers: { ...(await renewed(who)), ...headers },
      ...(body ? { payload: body } : {}),
    })
    return { status: response.statusCode, body: response.json<T>() }
  }

  async function order(plan = 'pro', interval = 'month', who = owner): Promise<ShownOrder> {
    const { status, body } = await call<ShownOrder>('POST /orders', { plan, interval, method: 'bank' }, who)
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }

  const readOrder = async (id: string, who = owner) =>
    (await call<ShownOrder>(`GET /orders/${id}`, undefined, who)).body

  function notice({ id, content, amount, reference = `FT${id}`, account = '0900000001', out = false, date }: Transfer) {
    const booked =
      date ?? new Date(platform.clock.now().getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const raw = JSON.stringify({
      id,
      gateway: 'MBBank',
      transactionDate: booked,
      accountNumber: account,
      subAccount: null,
      code: null,
      content,
      transferType: out ? 'out' : 'in',
      description: '',
      transferAmount: amount,
      accumulated: 0,
      referenceCode: reference,
    })
    const time = Math.floor(platform.clock.now().getTime() / 1000)
    const signature = createHmac('sha256', bankSettings.SEPAY_HMAC_SECRET).update(`${time}.${raw}`).digest('hex')
    return {
      method: 'POST' as const,
      url: '/hooks/bank/sepay',
      headers: {
        'content-type': 'application/json',
        'x-sepay-timestamp': String(time),
        'x-sepay-signature': `sha256=${signature}`,
      },
      payload: raw,
    }
  }

  async function transfer(content: string, amount: number, more: Partial<Transfer> = {}): Promise<number> {
    const id = more.id ?? ++transfers
    const { statusCode } = await app.inject(notice({ id, content, amount, ...more }))
    await platform.jobs.drain()
    return statusCode
  }

  const read = async <T>(statement: ReturnType<typeof sql<T>>) =>
    (await platform.db.asService(null, tx => statement.execute(tx))).rows

  const subscription = async (who = owner) =>
    (
      await read(
        sql<{
          plan: string
          interval: string | null
          status: string
          period_start: Date
          period_end: Date
          paid_until: Date | null
          cancel_at_period_end: boolean
          pending_plan: string | null
          grace_until: Date | null
        }>`select * from subscriptions where workspace_id = ${who.workspaceId}`,
      )
    )[0]

  async function balance(kind: keyof Books | 'user_available', who = owner, currency = 'VND'): Promise<number> {
    const rows = await read(
      sql<{
        balance: number
      }>`select balance from private.ledger_accounts where owner_id = ${who.workspaceId} and kind = ${kind} and currency = ${currency}`,
    )
    return rows[0]?.balance ?? 0
  }

  async function faults(): Promise<unknown[]> {
    return read(sql`
      select 'balance is not the sum of its entries' as fault, a.id::text as of from private.ledger_accounts a
        left join private.ledger_entries e on e.account_id = a.id group by a.id having a.balance <> coalesce(sum(e.amount), 0)
      union all select 'books do not sum to nothing', currency from private.ledger_accounts group by currency having sum(balance) <> 0
      union all select 'held is not what open orders hold', a.owner_id::text from private.ledger_accounts a where a.kind = 'order_held'
        and a.balance <> coalesce((select sum(o.credit_used + o.received) from orders o
          where o.workspace_id = a.owner_id and o.currency = a.currency and o.status = 'processing'), 0)
      union all select 'a plan without an order that was paid', s.workspace_id::text from subscriptions s
        where s.status in ('active', 'past_due') and not exists (select from orders o
          where o.workspace_id = s.workspace_id and o.status = 'success' and o.plan = s.plan and o.settled_at is not null)
      union all select 'sales are not what was settled', a.currency from private.ledger_accounts a where a.kind = 'sales'
        and a.balance <> coalesce((select sum(o.amount) from orders o where o.status = 'success' and o.currency = a.currency), 0)
          - coalesce((select sum(-e.amount) from private.ledger_entries e join private.ledger_transactions t on t.id = e.transaction_id
            where e.account_id = a.id and (t.kind in ('credit unused', 'refund')
              or t.reverses in (select id from private.ledger_transactions where kind = 'refund'))), 0)
      union all select 'an invoice is missing', o.id::text from orders o where o.status = 'success' and o.amount > 0
        and not exists (select from invoices i where i.order_id = o.id and i.kind = 'invoice' and i.total = o.amount)
      union all select 'numbers have a gap', i.number from invoices i
        where split_part(i.number, '-', 3)::int > 1 and not exists (select from invoices b where b.number =
          split_part(i.number, '-', 1) || '-' || split_part(i.number, '-', 2) || '-' || lpad((split_part(i.number, '-', 3)::int - 1)::text, 6, '0'))`)
  }

  function mails(): { to: string; subject: string; text: string }[] {
    const folder = join(platform.config.dataDir, 'mail')
    if (!existsSync(folder)) return []
    const files = readdirSync(folder)
      .filter(name => name.endsWith('.json'))
      .toSorted()
    return files.map(
      name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { to: string; subject: string; text: string },
    )
  }

  return {
    mails,
    bearerOf: renewed,
    platform,
    app,
    owner,
    call,
    order,
    readOrder,
    notice,
    transfer,
    read,
    subscription,
    balance,
    faults,
    async close() {
      await app.close()
      await platform.close()
    },
  }
}
