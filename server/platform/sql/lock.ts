import { setTimeout as wait } from 'node:timers/promises'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  try {
    makeFolder(folder)
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be made: ${(error as Error).message}`)
  }
  return tryLockFile(folder, 'sen.lock')
}

/** @returns what releases it, or the process that keeps it; one that died keeps nothing */
export function tryLockFile(folder: string, name: string): (() => void) | number {
  const file = join(folder, name)
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      placeLock(file, `${process.pid} ${startedAt(process.pid)}`)
      let isHeld = true
      const release = () => {
        if (isHeld) rmSync(file, { force: true })
        isHeld = false
        process.off('exit', release)
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

/** With its content from the first moment: an empty one would seem to be left by a process that died. */
function placeLock(file: string, text: string): void {
  const made = `${file}.${process.pid}`
  try {
    writeFileSync(made, text, { mode: 0o600 })
    linkSync(made, file)
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' }) // a file system without links
  } finally {
    rmSync(made, { force: true })
  }
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
