import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'
import { findOrder } from '../../orders/order.ts'
import type { HookRequest, PaymentHook } from '../hook.ts'
import { hashToken } from './open-list.ts'
import { takeCharge } from './take-charge.ts'

const notice = z.object({
  transactionId: z.string(),
  longId: z.string().max(200),
  statusCode: z.string().max(60),
  reasonCode: z.string().max(60).nullish(),
})

/** Payoneer signs nothing: the address holds a secret per order, and a notification is only a reason to poll. */
export const payoneerHook: PaymentHook = {
  address: '/hooks/payoneer/:token',
  provider: 'payoneer',
  refusal: 401,
  storedHeaders: [],
  isGenuine: isOfOrder,
  idOf(raw) {
    const event = readNotice(raw)
    return event && `${event.transactionId} ${event.longId} ${event.statusCode}/${event.reasonCode ?? ''}`
  },
  async read(platform, { raw }) {
    const event = readNotice(raw)
    if (!event) return { ignored: 'shape' }
    if (!z.uuid().safeParse(event.transactionId).success) return { ignored: 'no order' }
    const order = await platform.db.asService(null, tx => findOrder(tx, event.transactionId))
    if (order?.method !== 'payoneer') return { ignored: 'no order' }
    return takeCharge(platform, order, event.longId, { isNews: true })
  },
}

async function isOfOrder(platform: Platform, { raw, params }: HookRequest): Promise<boolean> {
  const token = params['token'] ?? ''
  if (platform.config.PAYONEER_API_TOKEN === '' || !/^[\w-]{43}$/.test(token)) return false
  const hash = hashToken(token)
  const [row] = await platform.db.readAsService<{ token_hash: string; order_id: string }>(
    sql`select token_hash, order_id from private.payoneer_tokens where token_hash = ${hash}`,
  )
  if (!row || !timingSafeEqual(Buffer.from(row.token_hash), Buffer.from(hash))) return false
  const event = readNotice(raw.toString())
  return !event || event.transactionId === row.order_id
}

function readNotice(raw: string) {
  try {
    const read = notice.safeParse(JSON.parse(raw))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}
