import { setTimeout as wait } from 'node:timers/promises'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../errors.ts'

/** A killed process takes this long to go: its memory is freed first. */
const patienceMs = 15_000
const pollMs = 200

/** @throws StartError when another process keeps it: the embedded database has no lock, and a second process destroys it */
export async function lockFolder(folder: string): Promise<() => void> {
  const end = performance.now() + patienceMs
  for (let isReported = false; ; isReported = true) {
    const taken = tryLock(folder)
    if (typeof taken === 'function') return taken
    const inUse = `The data folder ${folder} is in use by process ${taken}.`
    if (performance.now() > end)
      throw new StartError(`${inUse} Stop that one first, or set DATA_DIR to another folder.`)
    if (!isReported) console.error(`${inUse} Waiting for it to end.`)
    await wait(pollMs)
  }
}

function tryLock(folder: string): (() => void) | number {
  const file = join(folder, 'sen.lock')
  try {
    makeFolder(folder)
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be made: ${(error as Error).message}`)
  }
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const handle = openSync(file, 'wx', 0o600)
      writeSync(handle, `${process.pid} ${startedAt(process.pid)}`)
      closeSync(handle)
      let isHeld = true
      const release = () => {
        if (isHeld) rmSync(file, { force: true })
        isHeld = false
      }
      process.on('exit', release)
      return release
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code !== 'EEXIST') throw new StartError(`The data folder ${folder} cannot be written (${code}).`)
      const [pid, started] = readFileSync(file, 'utf8').split(' ')
      if (isAlive(Number(pid)) && startedAt(Number(pid)) === started) return Number(pid)
      rmSync(file, { force: true })
    }
  }
  throw new StartError(`The data folder ${folder} could not be locked.`)
}

/** Not recursive: Node's loops for ever under /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

function isAlive(pid: number): boolean {
  if (!pid || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Tells a process from a later one with the same pid. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-'
  } catch {
    return '-'
  }
}
