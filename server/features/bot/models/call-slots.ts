export type CallSlots = {
  /** @returns undefined if no slot gets free soon; otherwise a function that releases it */
  take(workspace: string, account: string): Promise<(() => void) | undefined>
}

export type SlotLimits = { workspace: number; account: number; process: number; waitMs: number }

/** Waiting calls count for the process too: a worker waiting for a model does nothing else. */
export function makeCallSlots(limits: SlotLimits): CallSlots {
  const taken = new Map<string, number>()
  const waiting = new Set<() => void>()
  let busy = 0

  function claim(names: [string, number][]): boolean {
    if (names.some(([name, max]) => (taken.get(name) ?? 0) >= max)) return false
    for (const [name] of names) taken.set(name, (taken.get(name) ?? 0) + 1)
    return true
  }

  function giveBack(names: [string, number][]): void {
    busy -= 1
    for (const [name] of names) {
      const left = taken.get(name)! - 1
      if (left === 0) taken.delete(name)
      else taken.set(name, left)
    }
    for (const retry of [...waiting]) retry()
  }

  return {
    async take(workspace, account) {
      const names: [string, number][] = [
        [`workspace ${workspace}`, limits.workspace],
        [`account ${account}`, limits.account],
      ]
      if (busy >= limits.process) return undefined
      busy += 1
      let done = false
      const release = (): void => {
        if (!done) giveBack(names)
        done = true
      }
      if (claim(names)) return release
      return new Promise(resolve => {
        const retry = (): void => {
          if (!claim(names)) return
          clearTimeout(timer)
          waiting.delete(retry)
          resolve(release)
        }
        const timer = setTimeout(() => {
          waiting.delete(retry)
          busy -= 1
          resolve(undefined)
        }, limits.waitMs)
        waiting.add(retry)
      })
    },
  }
}
