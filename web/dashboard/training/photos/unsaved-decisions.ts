import { useSyncExternalStore } from 'react'
import { makeSerialQueue } from '#web/data/serial-queue.ts'
import { makeListeners } from '#web/kit/listeners.ts'
import { warnBeforeLeaving } from '#web/kit/warn-before-leaving.ts'
import type { LineState } from '#shared/contracts/training/photos.contract.ts'

type Verdict = { state: LineState; cells?: string[] }
/** `seen`: what stood there, so that nobody else's decision is overwritten unseen. */
export type Decision = Verdict & { position: number; seen?: Verdict | undefined }
export type Decided = { reading: number; lines: Decision[] }

// Kept per photo, not per screen: pending decisions survive leaving the page and coming back.
const unsaved = new Map<string, readonly Decided[]>()
const queues = new Map<string, ReturnType<typeof makeSerialQueue>>()
const { watch, notify } = makeListeners()
const none: readonly Decided[] = []

export function useUnsavedDecisions(sourceId: string): readonly Decided[] {
  return useSyncExternalStore(watch, () => unsaved.get(sourceId) ?? none)
}

/** In order: an undo must not overtake the decision it undoes, or be overtaken by the next. @throws what `save` throws */
export async function saveInTurn(sourceId: string, decided: Decided, save: () => Promise<void>): Promise<void> {
  store(sourceId, [...(unsaved.get(sourceId) ?? none), decided])
  const inOrder = queues.get(sourceId) ?? makeSerialQueue()
  queues.set(sourceId, inOrder)
  try {
    await inOrder(save)
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
  warnBeforeLeaving(unsaved, unsaved.size > 0)
  notify()
}
