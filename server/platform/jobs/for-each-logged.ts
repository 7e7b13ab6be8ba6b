import type { Platform } from '../platform.ts'

/** Does the same for each; what goes wrong with one is logged, holds up no other, and is tried again with the next round. */
export async function forEachLogged<T extends object>(
  platform: Platform,
  what: string,
  items: T[],
  act: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    try {
      await act(item)
    } catch (error) {
      platform.log.error({ what, item, error }, 'One of many failed')
    }
  }
}
