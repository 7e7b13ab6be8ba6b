import { readFileSync } from 'node:fs'

/** Of `/proc`: a hundred a second on every Linux. */
const ticksPerSecond = 100

/** Of this process and, on Linux, of its children that still run: the compiler is one. */
export function readCpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000 + childrenOf().reduce((sum, pid) => sum + secondsOf(pid), 0)
}

function childrenOf(): string[] {
  return read(`/proc/self/task/${process.pid}/children`).split(' ').filter(Boolean)
}

/** After the name, which may hold spaces: the twelfth and thirteenth are user and system time. */
function secondsOf(pid: string): number {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
