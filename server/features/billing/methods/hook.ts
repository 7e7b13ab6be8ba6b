import type { IncomingHttpHeaders } from 'node:http'
import type { Platform } from '#platform/platform.ts'

/** A provider's notification as it came. */
export type HookRequest = { headers: IncomingHttpHeaders; raw: Buffer; params: Record<string, string> }

/** The same, stored; without its address, which may hold a secret. */
export type StoredNotice = { id: string; raw: string; headers: Record<string, string> }

/** An address to which a provider tells its news: checked and stored in the request, read by a job. */
export type PaymentHook = {
  /** '/hooks/bank/sepay' */
  address: string
  provider: string
  /** What a notification that is not the provider's is answered with. */
  refusal: 400 | 401
  /** Headers that are kept with it. */
  keeps: readonly string[]
  /** Whether it is the provider's own, over the raw bytes, in constant time. Without keys: never. */
  isGenuine(platform: Platform, request: HookRequest): boolean | Promise<boolean>
  /** Its id at the provider; undefined where it has none: then its bytes are its name. */
  idOf(raw: string): string | undefined
  /** Acts on it. Bears being run twice. @returns why nothing was done, for what is of no interest */
  read(platform: Platform, notice: StoredNotice): Promise<{ ignored: string } | undefined>
}
