import type { Platform } from '../platform.ts'

/** A failure is logged, stops no other, and is retried in the next round. */
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
