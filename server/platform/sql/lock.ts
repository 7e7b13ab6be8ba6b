import { setTimeout as wait } from 'node:timers/promises'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../errors.ts'

/** A process that was killed may take so long to be gone: its memory is given back first. */
const patienceMs = 15_000
const pollMs = 200

/**
 * Takes the data folder for this process. The embedded database has no lock of its own, and a second process destroys it. Where another has it, it is
 * waited for a while.
 * @returns gives the folder back
 * @throws StartError when another process keeps it, or the folder cannot be written
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const end = performance.now() + patienceMs
  for (let isTold = false; ; isTold = true) {
    const taken = tryLock(folder)
    if (typeof taken === 'function') return taken
    const inUse = `The data folder ${folder} is in use by process ${taken}.`
    if (performance.now() > end)
      throw new StartError(`${inUse} Stop that one first, or set DATA_DIR to another folder.`)
    if (!isTold) console.error(`${inUse} Waiting for it to end.`)
    await wait(pollMs)
  }
}

/** @returns the number of the process that has the folder, where one has */
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
        isHeld = false // from now on it may be another's
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

/** Level by level: asked to make all of them, Node goes round for ever where the system only pretends, as under /proc. */
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

/** Tells a process from a later one with the same number: its start time in clock ticks, where the system shows it. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-'
  } catch {
    return '-'
  }
}
