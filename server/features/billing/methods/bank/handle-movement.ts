import type { PaymentHook } from '../hook.ts'
import type { BankMovement } from './bank-feed.ts'
import { takeMovement } from './take-movement.ts'

/** What every bank feed's hook does with a genuine notification: one that tells a movement is taken in, another is ignored. */
export function handleMovement(
  readNotice: (raw: string) => BankMovement | undefined,
): Pick<PaymentHook, 'idOf' | 'read'> {
  return {
    idOf: raw => readNotice(raw)?.externalId,
    async read(platform, { id, raw }) {
      const movement = readNotice(raw)
      if (!movement) {
        platform.log.warn({ notice: id }, 'A bank feed told something that nobody here can read')
        return { ignored: 'shape' }
      }
      await takeMovement(platform, movement)
      return undefined
    },
  }
}
