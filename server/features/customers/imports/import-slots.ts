import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'

/** A list is in memory as a whole. */
const maxAtOnce = 4

type Queue = { shops: Set<string>; last: Promise<unknown> }

const queues = new WeakMap<Platform, Queue>()

function queueOf(platform: Platform): Queue {
  const queue = queues.get(platform) ?? { shops: new Set<string>(), last: Promise.resolve() }
  queues.set(platform, queue)
  return queue
}

/** @throws server.busy */
export async function withImportSlot<T>(platform: Platform, workspaceId: string, bring: () => Promise<T>): Promise<T> {
  const { shops } = queueOf(platform)
  if (shops.has(workspaceId) || shops.size >= maxAtOnce) throw failure('server.busy', {}, 5)
  shops.add(workspaceId)
  try {
    return await bring()
  } finally {
    shops.delete(workspaceId)
  }
}

export function inTurn<T>(platform: Platform, read: () => Promise<T>): Promise<T> {
  const queue = queueOf(platform)
  const mine = queue.last.then(read)
  queue.last = mine.catch(() => undefined)
  return mine
}
