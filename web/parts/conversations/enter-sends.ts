import { useSyncExternalStore } from 'react'

const storageKey = 'enter-sends'
const listeners = new Set<() => void>()
let sends = read()

/** Whether Enter sends a reply (then Shift+Enter begins a line), or Ctrl+Enter does. Kept in the browser. */
export function useEnterSends(): { sends: boolean; choose(next: boolean): void } {
  return { sends: useSyncExternalStore(watch, () => sends), choose }
}

/** Under a thumb Enter begins a line: there is no Shift to hold. */
export function hasKeyboard(): boolean {
  return !matchMedia('(pointer: coarse)').matches
}

function choose(next: boolean): void {
  sends = next
  try {
    localStorage.setItem(storageKey, String(next))
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'false'
  } catch {
    return true
  }
}
