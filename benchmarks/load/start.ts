import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { makeHome, startServer } from '#tests/setup/server-process.ts'
import { type Finding, median } from '../finding.ts'

const readyAimMs = 5000
const memoryAimMib = { embedded: 450, postgresql: 250 }
const starts = 3

export async function benchStart(): Promise<Finding[]> {
  const home = await makeHome()
  try {
    const first = await startServer(home)
    const firstMs = first.readyAfter
    await first.stop()
    const ready: number[] = []
    const memory: number[] = []
    for (let start = 0; start < starts; start++) {
      const server = await startServer(home)
      ready.push(server.readyAfter)
      await wait(8000)
      memory.push(residentMib(server.pid))
      await server.stop()
    }
    const aim = memoryAimMib[home.kind]
    return [
      {
        name: `start to ready, ${home.kind}`,
        value: median(ready),
        unit: 'ms',
        aim: readyAimMs,
        fails: median(ready) > readyAimMs * 2,
        more: `the first took ${Math.round(firstMs)} ms`,
      },
      { name: `idle memory, ${home.kind}`, value: median(memory), unit: 'MiB', aim, fails: median(memory) > aim * 2 },
    ]
  } finally {
    await home.remove()
  }
}

/** Resident memory in MiB. Linux only: elsewhere NaN. */
function residentMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}
