import { minutes, seconds } from '#platform/clock.ts'
import { makeLruCache } from '#platform/lru-cache.ts'

type Waiting = { workspaceId: string; go: () => void }
type Spent = { ms: number; at: number }

export type ExtractionQueue = {
  enter(workspaceId: string, places: number): Promise<void>
  leave(workspaceId: string, spentMs: number): void
  isBusy(): boolean
}

const maxKnown = 10_000
/** Usage decays with this half-life. */
const halfLifeMs = minutes(5)
const muchMs = seconds(5)

/** Least recent CPU time first; heavy users never hold the last place. `now`: monotonic ms. */
export function makeExtractionQueue(now: () => number = () => performance.now()): ExtractionQueue {
  const reading = new Map<string, number>()
  const spent = makeLruCache<Spent>(maxKnown)
  let waiting: Waiting[] = []
  let places = 1

  function spentBy(workspaceId: string): number {
    const known = spent.get(workspaceId)
    return known ? known.ms * 0.5 ** ((now() - known.at) / halfLifeMs) : 0
  }
  const isHeavy = (workspaceId: string) => spentBy(workspaceId) > muchMs
  const sum = (which: (workspaceId: string) => boolean) =>
    [...reading].reduce((all, [id, count]) => all + (which(id) ? count : 0), 0)

  function fits(workspaceId: string): boolean {
    const last = Math.max(1, places - 1)
    if (sum(() => true) >= places || (reading.get(workspaceId) ?? 0) >= last) return false
    return !isHeavy(workspaceId) || sum(isHeavy) < last
  }

  function letIn(): void {
    for (;;) {
      const able = waiting.filter(one => fits(one.workspaceId))
      const next = able.reduce<Waiting | undefined>(
        (best, one) => (best && spentBy(best.workspaceId) <= spentBy(one.workspaceId) ? best : one),
        undefined,
      )
      if (!next) return
      waiting = waiting.filter(one => one !== next)
      reading.set(next.workspaceId, (reading.get(next.workspaceId) ?? 0) + 1)
      next.go()
    }
  }

  return {
    isBusy: () => reading.size > 0 || waiting.length > 0,
    enter(workspaceId, count) {
      places = count
      return new Promise(go => {
        waiting.push({ workspaceId, go })
        letIn()
      })
    },
    leave(workspaceId, spentMs) {
      spent.set(workspaceId, { ms: spentBy(workspaceId) + spentMs, at: now() })
      const left = (reading.get(workspaceId) ?? 1) - 1
      if (left > 0) reading.set(workspaceId, left)
      else reading.delete(workspaceId)
      letIn()
    },
  }
}
