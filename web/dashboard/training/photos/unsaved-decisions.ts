import { useSyncExternalStore } from 'react'
import { makeListeners } from '#web/kit/listeners.ts'
import type { LineState } from '#shared/contracts/training/photos.contract.ts'

export type Decision = { position: number; state: LineState; cells?: string[] }
export type Decided = { reading: number; lines: Decision[] }

// Kept per photo, not per screen: pending decisions survive leaving the page and coming back.
const unsaved = new Map<string, readonly Decided[]>()
const last = new Map<string, Promise<unknown>>()
const { watch, notify } = makeListeners()
const none: readonly Decided[] = []

export function useUnsavedDecisions(sourceId: string): readonly Decided[] {
  return useSyncExternalStore(watch, () => unsaved.get(sourceId) ?? none)
}

/** In order: an undo must not overtake the decision it undoes, or be overtaken by the next. @throws what `save` throws */
export async function saveInTurn(sourceId: string, decided: Decided, save: () => Promise<void>): Promise<void> {
  store(sourceId, [...(unsaved.get(sourceId) ?? none), decided])
  const saved = (last.get(sourceId) ?? Promise.resolve()).then(save)
  last.set(
    sourceId,
    saved.catch(() => undefined),
  )
  try {
    await saved
  } finally {
    store(
      sourceId,
      (unsaved.get(sourceId) ?? none).filter(one => one !== decided),
    )
  }
}

function store(sourceId: string, decisions: readonly Decided[]): void {
  if (decisions.length > 0) unsaved.set(sourceId, decisions)
  else unsaved.delete(sourceId)
  if (unsaved.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  notify()
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
