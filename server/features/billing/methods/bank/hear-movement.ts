import type { PaymentHook } from '../hook.ts'
import type { BankMovement } from './bank-feed.ts'
import { takeMovement } from './take-movement.ts'

/** What every bank feed's hook does with a genuine notification: one that tells a movement is taken in, another is ignored. */
export function hearMovement(
  readNotice: (raw: string) => BankMovement | undefined,
): Pick<PaymentHook, 'idOf' | 'read'> {
  return {
    idOf: raw => readNotice(raw)?.externalId,
    async read(platform, { raw }) {
      const movement = readNotice(raw)
      if (!movement) return { ignored: 'shape' }
      await takeMovement(platform, movement)
      return undefined
    },
  }
}
