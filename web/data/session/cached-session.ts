import type { Session } from '@supabase/supabase-js'
import { sessionStorageKey } from '#web/data/client.ts'

// What this browser remembers of its user. Works without storage, too.

const leftKey = 'sen-left'
const recoveringKey = 'sen-recovering'
/** For this long after signing out, every tab takes a session's end as intended. */
const leavingMs = 15_000

/** The official client's stored session, even if expired. */
export function cachedSession(): Session | undefined {
  try {
    return JSON.parse(localStorage.getItem(sessionStorageKey) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Tells all tabs that the session ends on purpose. */
export function markSignedOut(): void {
  write(() => localStorage.setItem(leftKey, String(Date.now())))
}

/** Call after signing in again. */
export function unmarkSignedOut(): void {
  write(() => localStorage.removeItem(leftKey))
}

export function hasSignedOut(): boolean {
  return Date.now() - Number(read(() => localStorage.getItem(leftKey)) ?? 0) < leavingMs
}

/** Leaves no drafts or addresses of a signed-out person. */
export function clearPersonData(): void {
  write(() => sessionStorage.clear())
  write(() => ['sen-workspace', 'sen-way', 'sen-asked-link'].forEach(key => localStorage.removeItem(key)))
}

export function isRecovering(): boolean {
  return read(() => sessionStorage.getItem(recoveringKey)) === 'yes'
}

export function setRecovering(recovering: boolean): void {
  write(() => (recovering ? sessionStorage.setItem(recoveringKey, 'yes') : sessionStorage.removeItem(recoveringKey)))
}

export function cacheForAnHour(key: string, value: string): void {
  write(() => localStorage.setItem(key, JSON.stringify({ value, until: Date.now() + 3_600_000 })))
}

export function cachedForAnHour(key: string): string | undefined {
  try {
    const { value, until } = JSON.parse(read(() => localStorage.getItem(key)) ?? '{}') as {
      value?: string
      until?: number
    }
    return (until ?? 0) > Date.now() ? value : undefined
  } catch {
    return undefined
  }
}

export function clearCached(key: string): void {
  write(() => localStorage.removeItem(key))
}

function read(from: () => string | null): string | null {
  try {
    return from()
  } catch {
    return null
  }
}

function write(to: () => void): void {
  try {
    to()
  } catch {
    // Without storage, this lasts as long as the page.
  }
}
