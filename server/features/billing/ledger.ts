import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Currency } from '#shared/rules/money.ts'

/** Accounts of a workspace, which never fall below zero. */
export type OwnAccount =
  | 'user_pending'
  | 'user_available'
  | 'user_withdrawing'
  | 'user_credit'
  | 'clawback_receivable'
  | 'order_held'
/** Accounts of the house. */
export type HouseAccount =
  | 'commission_expense'
  | 'payout_clearing'
  | 'bank_clearing'
  | 'stripe_clearing'
  | 'payoneer_clearing'
  | 'unmatched'
  | 'sales'
  | 'plan_discount'

/** One side of a posting, in minor units; + is owed to or held for the owner. */
export type Entry = { amount: number } & (
  | { owner: string; kind: OwnAccount }
  | { owner?: undefined; kind: HouseAccount }
)

export type Posting = {
  /** What happened: 'payment', 'settle', 'refund' … */
  kind: string
  /** Names the fact: the same one told again is posted once. */
  key: string
  currency: Currency
  /** They sum to nothing; those of nothing are left out. */
  entries: Entry[]
  meta?: Record<string, unknown>
}

/** The database's word for an account that would fall below zero. */
const belowZero = 'never_below_zero'

/**
 * Writes a transaction into the books. Accounts are locked in the order of their ids, so that two postings never wait for
 * each other.
 * @returns false when this fact had been posted before
 * @throws NotCovered when an account has less than is taken from it; the transaction is over then
 */
export async function post(platform: Platform, tx: Tx, posting: Posting): Promise<boolean> {
  const entries = posting.entries.filter(entry => entry.amount !== 0)
  if (entries.length === 0) return false
  const id = await begin(platform, tx, posting.kind, posting.key, null, posting.meta)
  if (id === undefined) return false
  const lines: Line[] = []
  for (const entry of entries)
    lines.push({ account: await accountOf(tx, entry, posting.currency), amount: entry.amount })
  await write(tx, id, lines)
  return true
}

/**
 * Takes a posting back: the mirrored transaction, once.
 * @returns false when there is none, or it was taken back before
 */
export async function reverse(platform: Platform, tx: Tx, key: string): Promise<boolean> {
  const { rows } = await sql<{ id: number; account_id: number; amount: number }>`
    select t.id, e.account_id, e.amount from private.ledger_transactions t join private.ledger_entries e on e.transaction_id = t.id
    where t.idempotency_key = ${key} order by e.account_id, e.id`.execute(tx)
  const [first] = rows
  if (!first) return false
  const id = await begin(platform, tx, 'reversal', `reversal:${key}`, first.id)
  if (id === undefined) return false
  await write(
    tx,
    id,
    rows.map(row => ({ account: row.account_id, amount: -row.amount })),
  )
  return true
}

/** What a workspace has in an account. */
export async function balanceOf(tx: Tx, owner: string, kind: OwnAccount, currency: Currency): Promise<number> {
  const { rows } = await sql<{ balance: number }>`select balance from private.ledger_accounts
    where owner_id = ${owner} and kind = ${kind} and currency = ${currency}`.execute(tx)
  return rows[0]?.balance ?? 0
}

export class NotCovered extends Error {}

type Line = { account: number; amount: number }

async function begin(
  platform: Platform,
  tx: Tx,
  kind: string,
  key: string,
  reverses: number | null,
  meta: Record<string, unknown> = {},
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into private.ledger_transactions (kind, idempotency_key, reverses, meta, created_at)
    values (${kind}, ${key}, ${reverses}, ${JSON.stringify(meta)}::jsonb, ${platform.clock.now()})
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
  const accounts = [...new Set(lines.map(line => line.account))]
  await sql`select id from private.ledger_accounts where id = any (${accounts}::bigint[]) order by id for update`.execute(
    tx,
  )
  for (const { account, amount } of lines.toSorted((a, b) => a.account - b.account))
    await sql`insert into private.ledger_entries (transaction_id, account_id, amount) values (${transaction}, ${account}, ${amount})`
      .execute(tx)
      .catch((error: unknown) => {
        if ((error as { constraint?: string }).constraint === belowZero) throw new NotCovered()
        throw error
      })
}
