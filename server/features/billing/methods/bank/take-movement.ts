import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { localDate } from '#shared/rules/money/billing-period.ts'
import { post } from '../../payments/ledger.ts'
import { codesIn, meantIn } from '../../orders/memo-code.ts'
import { settleOrderIn } from '../../payments/settle-order.ts'
import { lockSubscription } from '../../orders/subscription-lock.ts'
import type { BankMovement } from './bank-feed.ts'

/** Days of the house's bank are those of Viet Nam. */
export const bankZone = 'Asia/Ho_Chi_Minh'

/** One whose moment is known. */
export type BookedMovement = BankMovement & { bookedAt: Date }

/** Why a movement is nobody's, or of no interest. */
type Verdict =
  | { status: 'ignored'; reason: 'outgoing' | 'other_account' | 'nothing' }
  | { status: 'unmatched'; reason: 'no_code' | 'unknown_code' | 'two_codes' | 'closed_workspace' }
  | { status: 'matched'; orderId: string; workspaceId: string }

/**
 * Takes in one movement of the house's account: once, however many feeds tell it however often. One memo code that checks
 * leads to its order; what leads to none waits for a person. An amount alone never matches anything.
 * @returns false when it was known
 */
export async function takeMovement(platform: Platform, told: BankMovement): Promise<boolean> {
  // What is known here has been booked, whatever clock the bank has.
  const now = platform.clock.now()
  const movement = { ...told, bookedAt: told.bookedAt && told.bookedAt < now ? told.bookedAt : now }
  return platform.db.asService(null, async tx => {
    const verdict = await judge(platform, tx, movement)
    // Before the row that names the order: naming it holds it, and the subscription lock comes first everywhere.
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

/** What the one door is told of a movement: named by our own row, so that it counts once whichever way it gets there. */
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
  // Nothing is sold to what is about to be erased: an operator says whose the money is.
  if (order.gone) return { status: 'unmatched', reason: 'closed_workspace' }
  return { status: 'matched', orderId: order.id, workspaceId: order.workspace_id }
}

/**
 * @returns undefined when one like it is there: of this feed by its id, of another by its reference and amount within a day; of one that a
 *   person typed by reference and amount alone, for people read days off an account that banks book on others
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

/** 'ft 2632 5001' is 'FT26325001', whoever typed it. */
function plainReference(reference: string | undefined): string | null {
  return reference?.replace(/\s+/g, '').toUpperCase().slice(0, 200) || null
}

const aroundMs = days(7)
const feedsMs = days(1)

/** Whether one of the two that tell of a movement is a person, and the other knows it already. */
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

/**
 * Whether another feed told it within a day: banks and feeds do not turn their days at one moment. A movement is told by each feed
 * once, so that the next one with the same words, a day later, is another.
 */
async function seenByOtherFeed(
  tx: Tx,
  { provider, externalId, direction, amount, bookedAt }: BookedMovement,
  reference: string,
  account: string,
): Promise<boolean> {
  if (provider === 'manual') return false
  // Two feeds at one moment follow one another.
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
