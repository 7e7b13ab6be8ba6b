/** Per process. */
export type FairSlots = {
  /** @returns false when full; the job is to come back later */
  enter(workspaceId: string): boolean
  leave(workspaceId: string): void
}

/** @param spare extra slots for workspaces holding none, so they wait for nobody */
export function makeFairSlots({ total, each, spare }: { total: number; each: number; spare: number }): FairSlots {
  const held = new Map<string, number>()
  let sum = 0
  return {
    enter(workspaceId) {
      const count = held.get(workspaceId) ?? 0
      if (count >= each || sum >= total + (count === 0 ? spare : 0)) return false
      held.set(workspaceId, count + 1)
      sum++
      return true
    },
    leave(workspaceId) {
      const count = (held.get(workspaceId) ?? 1) - 1
      if (count > 0) held.set(workspaceId, count)
      else held.delete(workspaceId)
      sum--
    },
  }
}
