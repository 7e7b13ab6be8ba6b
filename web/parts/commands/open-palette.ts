import { useSyncExternalStore } from 'react'

let opener: (() => void) | undefined
const listeners = new Set<() => void>()

/** Registers how the palette opens; returns the unregister function. */
export function offerPalette(open: () => void): () => void {
  become(open)
  return () => become(undefined)
}

export function openPalette(): void {
  opener?.()
}

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
