import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { UnmatchedReason } from '#shared/contracts/billing/billing-desk.api.ts'
import { localDate } from '#shared/rules/money/billing-period.ts'
import { post } from '../../payments/ledger.ts'
import { codesIn, meantIn } from '../../orders/memo-code.ts'
import { settleOrderIn } from '../../payments/settle-order.ts'
import { lockSubscription } from '../../orders/subscription-lock.ts'
import type { BankMovement } from './bank-feed.ts'

/** The house's bank uses Viet Nam's days. */
export const bankZone = 'Asia/Ho_Chi_Minh'

export type BookedMovement = BankMovement & { bookedAt: Date }

type Verdict =
  | { status: 'ignored'; reason: 'outgoing' | 'other_account' | 'nothing' }
  | { status: 'unmatched'; reason: UnmatchedReason }
  | { status: 'matched'; orderId: string; workspaceId: string }

/** Idempotent; false if known. Only a valid memo code identifies an order, never an amount alone; the rest waits for a person. */
export async function takeMovement(platform: Platform, reported: BankMovement): Promise<boolean> {
  // A movement we know has been booked, whatever the bank's clock says.
  const now = platform.clock.now()
  const movement = { ...reported, bookedAt: reported.bookedAt && reported.bookedAt < now ? reported.bookedAt : now }
  return platform.db.asService(null, async tx => {
    const verdict = await judge(platform, tx, movement)
    // Lock order: the subscription lock comes first everywhere, and naming the order locks its row.
    if (verdict.status === 'matched') await lockSubscription(tx, verdict.workspaceId)
    const id = await saveMovement(platform, tx, movement, verdict)
    if (id === undefined) return false
    if (verdict.status === 'matched') await settleOrderIn(platform, tx, verdict.orderId, evidenceOf(id, movement))
    if (verdict.status === 'unmatched') await recordUnmatched(platform, tx, id, movement.amount)
    return true
  })
}

async function recordUnmatched(platform: Platform, tx: Tx, id: string, amount: number): Promise<void> {
  await post(platform, tx, {
    kind: 'unmatched',
    key: `unmatched:${id}`,
    currency: 'VND',
    entries: [
      { kind: 'bank_clearing', amount: -amount },
      { kind: 'unmatched', amount },
    ],
  })
  await platform.jobs.emit(tx, 'transfer.unmatched', { transaction_id: id, amount })
}

/** Referenced by our own row, so that it counts once however it arrives. */
export function evidenceOf(id: string, { amount, bookedAt }: Pick<BookedMovement, 'amount' | 'bookedAt'>) {
  return { reference: id, amount, currency: 'VND', paidAt: bookedAt } as const
}

async function judge({ config }: Platform, tx: Tx, movement: BankMovement): Promise<Verdict> {
  if (movement.direction === 'out') return { status: 'ignored', reason: 'outgoing' }
  if (!movement.accounts.includes(config.BANK_ACCOUNT)) return { status: 'ignored', reason: 'other_account' }
  if (movement.amount <= 0) return { status: 'ignored', reason: 'nothing' }
  const { rows } = await sql<{
    id: string
    workspace_id: string
    memo_code: string
    gone: boolean
  }>`select o.id, workspace_id, memo_code, w.deleted_at is not null as gone from orders o join workspaces w on w.id = o.workspace_id
    where memo_code = any (${codesIn(movement.content)}::text[]) and o.currency = 'VND' and o.method = 'bank'`.execute(
    tx,
  )
  const codes = meantIn(movement.content, new Set(rows.map(row => row.memo_code)))
  if (codes.length !== 1) return { status: 'unmatched', reason: codes.length === 0 ? 'no_code' : 'two_codes' }
  const [order] = rows
  if (!order) return { status: 'unmatched', reason: 'unknown_code' }
  // A workspace about to be erased buys nothing: an operator decides.
  if (order.gone) return { status: 'unmatched', reason: 'closed_workspace' }
  return { status: 'matched', orderId: order.id, workspaceId: order.workspace_id }
}

/**
 * Undefined if known: same feed by id, other feeds by reference and amount within a day, persons without the day (banks book on other
 * days).
 */
export async function saveMovement(
  platform: Platform,
  tx: Tx,
  movement: BookedMovement,
  verdict: Verdict,
): Promise<string | undefined> {
  const id = newId()
  const { provider, externalId, accounts, direction, amount, content, reference, bookedAt } = movement
  const ours = accounts.includes(platform.config.BANK_ACCOUNT) ? platform.config.BANK_ACCOUNT : accounts[0]
  const name = plainReference(reference)
  if (name && (await seenByPerson(tx, movement, name))) return undefined
  if (name && (await seenByOtherFeed(tx, movement, name, String(ours)))) return undefined
  const { rows } = await sql<{
    id: string
  }>`insert into private.bank_transactions (id, provider, external_id, account, direction, amount,
      content, reference, booked_at, booked_date, status, reason, order_id, workspace_id, recorded_at)
    values (${id}, ${provider}, ${externalId.slice(0, 200)}, ${ours}, ${direction}, ${amount}, ${content.slice(0, 2000)}, ${name},
      ${bookedAt}, ${localDate(bookedAt, bankZone)}::date, ${verdict.status}, ${verdict.status === 'matched' ? null : verdict.reason},
      ${verdict.status === 'matched' ? verdict.orderId : null}, ${verdict.status === 'matched' ? verdict.workspaceId : null}, ${platform.clock.now()})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** 'ft 2632 5001' is 'FT26325001'. */
function plainReference(reference: string | undefined): string | null {
  return reference?.replace(/\s+/g, '').toUpperCase().slice(0, 200) || null
}

const aroundMs = days(7)
const feedsMs = days(1)

/** Whether one reporter is a person and the other already reported it. */
async function seenByPerson(
  tx: Tx,
  { provider, direction, amount, bookedAt }: BookedMovement,
  reference: string,
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from private.bank_transactions where reference = ${reference} and amount = ${amount}
    and direction = ${direction} and (provider = 'manual' or ${provider} = 'manual')
    and booked_at between ${after(bookedAt, -aroundMs)} and ${after(bookedAt, aroundMs)} limit 1`.execute(tx)
  return rows.length > 0
}

/** Within a day, because feeds' days turn at different moments. Each feed reports once, so a repetition is a new movement. */
async function seenByOtherFeed(
  tx: Tx,
  { provider, externalId, direction, amount, bookedAt }: BookedMovement,
  reference: string,
  account: string,
): Promise<boolean> {
  if (provider === 'manual') return false
  // Serialises two feeds that report at once.
  await sql`select pg_advisory_xact_lock(hashtext(${`transfer ${account} ${reference}`}))`.execute(tx)
  const { rows } = await sql<{ id: string }>`select t.id from private.bank_transactions t
    where t.reference = ${reference} and t.amount = ${amount} and t.direction = ${direction} and t.account = ${account}
      and t.provider not in ('manual', ${provider})
      and t.booked_at between ${after(bookedAt, -feedsMs)} and ${after(bookedAt, feedsMs)}
      and not exists (select from private.bank_sightings s where s.transaction_id = t.id
        and s.provider = ${provider} and s.external_id <> ${externalId})
    order by abs(extract(epoch from t.booked_at - ${bookedAt}::timestamptz)), t.id limit 1`.execute(tx)
  if (!rows[0]) return false
  await sql`insert into private.bank_sightings (provider, external_id, transaction_id)
    values (${provider}, ${externalId}, ${rows[0].id}) on conflict do nothing`.execute(tx)
  return true
}
