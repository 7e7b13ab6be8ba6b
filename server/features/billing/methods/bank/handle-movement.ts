import type { PaymentHook } from '../hook.ts'
import type { BankMovement } from './bank-feed.ts'
import { takeMovement } from './take-movement.ts'

/** Takes in a genuine notification if it reports a movement; ignores others. */
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
