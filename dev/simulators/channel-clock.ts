// Due tasks run in order, each at its moment, and the next waits until it has ended.

export type VirtualClock = {
  now(): number
  after(ms: number, run: () => unknown): void
  advance(ms: number): Promise<void>
  reset(): void
  close(): void
}

type Due = { at: number; order: number; run: () => unknown }

/** @param startAt fixed time until advanced; default: real time plus what was advanced */
export function makeVirtualClock(startAt?: number): VirtualClock {
  let advanced = 0
  let order = 0
  let due: Due[] = []
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()

  const now = (): number => (startAt ?? Date.now()) + advanced
  const next = (until: number): Due | undefined => {
    const [first] = due.sort((a, b) => a.at - b.at || a.order - b.order)
    if (!first || first.at > until) return undefined
    due.shift()
    return first
  }

  async function runDue(until: number): Promise<void> {
    for (let task = next(until); task; task = next(until)) {
      if (task.at > now()) advanced += task.at - now()
      await task.run()
    }
  }

  function walk(work: () => Promise<void>): Promise<void> {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  function wakeUp(): void {
    clearTimeout(timer)
    if (startAt !== undefined || due.length === 0) return
    const wait = Math.max(0, Math.min(...due.map(({ at }) => at)) - now())
    timer = setTimeout(() => void walk(() => runDue(now())).finally(wakeUp), Math.min(wait, 60_000))
    timer.unref()
  }

  return {
    now,
    after(ms, run) {
      due.push({ at: now() + ms, order: order++, run })
      wakeUp()
    },
    async advance(ms) {
      await walk(async () => {
        const target = now() + ms
        await runDue(target)
        advanced += Math.max(0, target - now())
      })
      wakeUp()
    },
    reset() {
      due = []
      advanced = 0
      clearTimeout(timer)
    },
    close() {
      due = []
      clearTimeout(timer)
    },
  }
}
