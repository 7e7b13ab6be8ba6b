import { useSyncExternalStore } from 'react'

let opener: (() => void) | undefined
const listeners = new Set<() => void>()

/** Says how the command palette is opened for as long as there is one. @returns the way to stop */
export function offerPalette(open: () => void): () => void {
  become(open)
  return () => become(undefined)
}

/** Opens the command palette, from a button anywhere in the dashboard. */
export function openPalette(): void {
  opener?.()
}

/** Whether there is one on this page. */
export function usePaletteThere(): boolean {
  return useSyncExternalStore(watch, () => opener !== undefined)
}

function become(next: (() => void) | undefined): void {
  opener = next
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
