import { addPack } from '#features/usage/message-packs.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { extraMessages } from '#shared/rules/money/extra-messages.ts'
import type { Order } from '../orders/order.ts'

const { packSize, goodForDays } = extraMessages

/** Usable at once and valid for a year. Called only by `applyOrder`. */
export async function addExtra(platform: Platform, tx: Tx, { id, workspace_id, packs }: Order): Promise<void> {
  const boughtAt = platform.clock.now()
  await addPack(tx, {
    workspaceId: workspace_id,
    orderId: id,
    size: (packs ?? 0) * packSize,
    boughtAt,
    expiresAt: after(boughtAt, days(goodForDays)),
  })
  await platform.jobs.emit(tx, 'usage.renewed', { workspace_id })
}
