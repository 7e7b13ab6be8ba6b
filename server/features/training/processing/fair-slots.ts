/** So many jobs of a kind in this process, shared by workspaces. */
export type FairSlots = {
  /** @returns false where there is no place now: the job comes back later */
  enter(workspaceId: string): boolean
  leave(workspaceId: string): void
}

/**
 * @param total places for everybody
 * @param each most for one workspace
 * @param spare further ones for workspaces that hold none: they wait for nobody who came before with much
 */
export function makeFairSlots({ total, each, spare }: { total: number; each: number; spare: number }): FairSlots {
  const held = new Map<string, number>()
  let sum = 0
  return {
    enter(workspaceId) {
      const own = held.get(workspaceId) ?? 0
      if (own >= each || sum >= total + (own === 0 ? spare : 0)) return false
      held.set(workspaceId, own + 1)
      sum++
      return true
    },
    leave(workspaceId) {
      const own = (held.get(workspaceId) ?? 1) - 1
      if (own > 0) held.set(workspaceId, own)
      else held.delete(workspaceId)
      sum--
    },
  }
}
