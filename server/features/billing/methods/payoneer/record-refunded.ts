import type { Platform } from '#platform/platform.ts'
import { refundArrived } from '../../refunds/send-refund.ts'

/** The job that books a refund which Payoneer says is paid out. */
export async function recordRefunded(platform: Platform, { refund_id: id }: { refund_id: string }): Promise<void> {
  await refundArrived(platform, id)
}
