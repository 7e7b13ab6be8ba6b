import type { IncomingHttpHeaders } from 'node:http'
import type { Platform } from '#platform/platform.ts'

export type HookRequest = { headers: IncomingHttpHeaders; raw: Buffer; params: Record<string, string> }

/** Without its address, which may hold a secret. */
export type StoredNotice = { id: string; raw: string; headers: Record<string, string> }

/** Notifications are verified and stored in the request, and processed by a job. */
export type PaymentHook = {
  address: string
  provider: string
  refusal: 400 | 401
  storedHeaders: readonly string[]
  /** Checks the raw bytes in constant time; always false without keys. */
  isGenuine(platform: Platform, request: HookRequest): boolean | Promise<boolean>
  /** The provider's id; if undefined, the bytes identify it. */
  idOf(raw: string): string | undefined
  /** Idempotent. Returns the reason if there was nothing to do. */
  read(platform: Platform, notice: StoredNotice): Promise<{ ignored: string } | undefined>
}
