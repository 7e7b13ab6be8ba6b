import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { currencies, type Currency } from '#shared/rules/money/money.ts'

/** They never fall below zero. */
export type WorkspaceAccount =
  | 'user_pending'
  | 'user_available'
  | 'user_withdrawing'
  | 'user_credit'
  | 'clawback_receivable'
  | 'order_held'
export type HouseAccount =
  | 'commission_expense'
  | 'payout_clearing'
  | 'bank_clearing'
  | 'stripe_clearing'
  | 'payoneer_clearing'
  | 'unmatched'
  | 'sales'
  | 'plan_discount'

/** In minor units; + is owed to or held for the owner. */
export type Entry = { amount: number } & (
  | { owner: string; kind: WorkspaceAccount }
  | { owner?: undefined; kind: HouseAccount }
)

export type Posting = {
  /** 'payment', 'settle', 'refund' … */
  kind: string
  /** identifies the fact, which is posted once */
  key: string
  currency: Currency
  /** sum to 0; zero entries are left out */
  entries: Entry[]
  meta?: Record<string, unknown>
}

/** Name of the database constraint. */
const belowZero = 'never_below_zero'

/** One lock per currency, because nearly every posting uses the house's accounts. */
const booksLock = 7_300_005

/**
 * @throws NotCovered if an account lacks money; the transaction is then over. Hold the subscription or earnings lock first. False if
 * already posted
 */
export async function post(platform: Platform, tx: Tx, posting: Posting): Promise<boolean> {
  const entries = posting.entries.filter(entry => entry.amount !== 0)
  if (entries.length === 0) return false
  const { kind, key, currency, meta = {} } = posting
  const id = await begin(platform, tx, { kind, key, currency, reverses: null, meta })
  if (id === undefined) return false
  const lines: Line[] = []
  for (const entry of entries) lines.push({ account: await accountOf(tx, entry, currency), amount: entry.amount })
  await write(tx, id, lines)
  return true
}

/** Posts the mirrored transaction, once; false if missing or already reversed. */
export async function reverse(platform: Platform, tx: Tx, key: string): Promise<boolean> {
  const { rows } = await sql<{ id: number; account_id: number; amount: number; currency: Currency }>`
    select t.id, e.account_id, e.amount, a.currency from private.ledger_transactions t
      join private.ledger_entries e on e.transaction_id = t.id join private.ledger_accounts a on a.id = e.account_id
    where t.idempotency_key = ${key} order by e.account_id, e.id`.execute(tx)
  const [first] = rows
  if (!first) return false
  const { id: reverses, currency } = first
  const id = await begin(platform, tx, { kind: 'reversal', key: `reversal:${key}`, currency, reverses, meta: {} })
  if (id === undefined) return false
  await write(
    tx,
    id,
    rows.map(row => ({ account: row.account_id, amount: -row.amount })),
  )
  return true
}

export async function balanceOf(tx: Tx, owner: string, kind: WorkspaceAccount, currency: Currency): Promise<number> {
  const { rows } = await sql<{ balance: number }>`select balance from private.ledger_accounts
    where owner_id = ${owner} and kind = ${kind} and currency = ${currency}`.execute(tx)
  return rows[0]?.balance ?? 0
}

export class NotCovered extends Error {}

type Line = { account: number; amount: number }

type Beginning = { kind: string; key: string; currency: Currency; reverses: number | null; meta: object }

async function begin(
  platform: Platform,
  tx: Tx,
  { kind, key, currency, reverses, meta }: Beginning,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with held as materialized (select pg_advisory_xact_lock(${booksLock}, ${currencies.indexOf(currency)}))
    insert into private.ledger_transactions (kind, idempotency_key, reverses, meta, created_at)
    select ${kind}, ${key}, ${reverses}::bigint, ${JSON.stringify(meta)}::jsonb, ${platform.clock.now()}::timestamptz from held
    on conflict (idempotency_key) do nothing returning id`.execute(tx)
  return rows[0]?.id
}

async function accountOf(tx: Tx, { owner, kind }: Entry, currency: Currency): Promise<number> {
  const find = async () => {
    const { rows } = await sql<{ id: number }>`select id from private.ledger_accounts
      where owner_id is not distinct from ${owner ?? null}::uuid and kind = ${kind} and currency = ${currency}`.execute(
      tx,
    )
    return rows[0]?.id
  }
  const there = await find()
  if (there !== undefined) return there
  await sql`insert into private.ledger_accounts (owner_id, kind, currency) values (${owner ?? null}, ${kind}, ${currency})
    on conflict do nothing`.execute(tx)
  const made = await find()
  if (made === undefined) throw new Error(`No account ${kind}.`)
  return made
}

async function write(tx: Tx, transaction: number, lines: Line[]): Promise<void> {
  for (const { account, amount } of lines.toSorted((a, b) => a.account - b.account))
    await sql`insert into private.ledger_entries (transaction_id, account_id, amount) values (${transaction}, ${account}, ${amount})`
      .execute(tx)
      .catch((error: unknown) => {
        if ((error as { constraint?: string }).constraint === belowZero) throw new NotCovered()
        throw error
      })
}
