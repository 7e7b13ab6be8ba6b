import type { Platform } from '#platform/platform.ts'
import { refundArrived } from '../../refunds/send-refund.ts'

export async function recordRefunded(platform: Platform, { refund_id: id }: { refund_id: string }): Promise<void> {
  await refundArrived(platform, id)
}
