import { useSyncExternalStore } from 'react'
import { makeListeners } from '#web/kit/listeners.ts'

const storageKey = 'enter-sends'
const { watch, notify } = makeListeners()
let sends = read()

/** If Enter sends, Shift+Enter starts a line; otherwise Ctrl+Enter sends. Kept in the browser. */
export function useEnterSends(): { sends: boolean; choose(next: boolean): void } {
  return { sends: useSyncExternalStore(watch, () => sends), choose }
}

/** On touch screens Enter starts a line: there is no Shift to hold. */
export function hasKeyboard(): boolean {
  return !matchMedia('(pointer: coarse)').matches
}

function choose(next: boolean): void {
  sends = next
  try {
    localStorage.setItem(storageKey, String(next))
  } catch {}
  notify()
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'false'
  } catch {
    return true
  }
}
