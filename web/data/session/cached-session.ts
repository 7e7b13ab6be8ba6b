import type { Session } from '@supabase/supabase-js'
import { sessionStorageKey } from '#web/data/client.ts'

// What this browser remembers of who uses it. Everything here bears a browser without storage.

const leftKey = 'sen-left'
const recoveringKey = 'sen-recovering'
/** So long after somebody signed out, the end of the session counts as wanted, in every tab. */
const leavingMs = 15_000

/** The session as the official client keeps it, also when it is over. */
export function cachedSession(): Session | undefined {
  try {
    return JSON.parse(localStorage.getItem(sessionStorageKey) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Says to all tabs that the session's end is wanted. */
export function markSignedOut(): void {
  write(() => localStorage.setItem(leftKey, String(Date.now())))
}

/** Somebody came in again: from now on an end of the session is not wanted any more. */
export function unmarkSignedOut(): void {
  write(() => localStorage.removeItem(leftKey))
}

export function hasSignedOut(): boolean {
  return Date.now() - Number(read(() => localStorage.getItem(leftKey)) ?? 0) < leavingMs
}

/** Nobody finds drafts, or the way, of who signed out here before. */
export function clearPersonData(): void {
  write(() => sessionStorage.clear())
  write(() => ['sen-workspace', 'sen-way', 'sen-asked-link'].forEach(key => localStorage.removeItem(key)))
}

/** A new password is still expected, also after a reload. */
export function isRecovering(): boolean {
  return read(() => sessionStorage.getItem(recoveringKey)) === 'yes'
}

export function setRecovering(recovering: boolean): void {
  write(() => (recovering ? sessionStorage.setItem(recoveringKey, 'yes') : sessionStorage.removeItem(recoveringKey)))
}

/** Something small under a name, for an hour. */
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
    // Without storage, what is to be remembered lasts as long as the page.
  }
}
