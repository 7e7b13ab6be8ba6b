import type { extraBody } from '#shared/contracts/billing/billing.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { carryPacks } from '#features/usage/message-packs.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, days } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import { extraMessages } from '#shared/rules/money/extra-messages.ts'
import { offeredMethod } from '../methods.ts'
import { reuseOrReplace, writeOrder } from '../orders/open-order.ts'
import { currencyOf, openPayment } from '../orders/order-actions.ts'
import { priceAt } from '../prices/prices.ts'
import { showOrder } from '../orders/show-order.ts'
import { isPaid, lockSubscription } from '../orders/subscription-lock.ts'

const { goodForDays } = extraMessages

/** @throws billing.no_plan, billing.method_off, request.not_found if the plan has none to buy. Reuses the open order */
export async function orderExtra(platform: Platform, caller: Caller, input: z.output<typeof extraBody>) {
  const { workspaceId, personId } = caller
  const { packs } = input
  const method = offeredMethod(platform.config, input.method)
  const currency = currencyOf(method, input.currency)
  const now = platform.clock.now()
  const order = await platform.db.asService(workspaceId, async tx => {
    const subscription = await lockSubscription(tx, workspaceId)
    if (!isPaid(subscription)) throw failure('billing.no_plan')
    const price = await priceAt(
      tx,
      { workspace_id: workspaceId, plan: subscription.plan, interval: 'once', currency },
      now,
    )
    if (!price) throw failure('request.not_found')
    const { plan } = price
    const what = { kind: 'extra', plan, interval: 'month', method: method.kind, currency, packs } as const
    const open = await reuseOrReplace(platform, tx, workspaceId, what)
    if (open) return open
    return writeOrder(platform, tx, subscription, {
      kind: 'extra',
      price,
      packs,
      method,
      period: { start: now, end: after(now, days(goodForDays)) },
      listAmount: price.amount * packs,
      createdBy: personId,
    })
  })
  return showOrder(platform, await openPayment(platform, order))
}

export async function carryMessages(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const due = await platform.db.readAsService<{
    workspace_id: string
  }>(sql`select distinct workspace_id from usage_counters
    where metric = 'messages' and extra > 0 and extra_spent is null and period_end <= ${now} limit 1000`)
  await forEachLogged(platform, 'carry messages', due, ({ workspace_id: id }) =>
    platform.db.asService(id, async tx => {
      await lockSubscription(tx, id)
      await carryPacks(tx, id, now)
    }),
  )
}
