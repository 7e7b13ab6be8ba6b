import { useSyncExternalStore } from 'react'
import { makeListeners } from '#web/kit/listeners.ts'

let opener: (() => void) | undefined
const { watch, notify } = makeListeners()

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
  notify()
}
