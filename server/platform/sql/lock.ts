import { setTimeout as wait } from 'node:timers/promises'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '../errors.ts'

/** A killed process takes this long to go: its memory is freed first. */
const patienceMs = 15_000
const pollMs = 200
/** Of a lock between hosts. */
const renewMs = 60_000
const staleMs = 600_000

/** @throws StartError when another process keeps it: the embedded database has no lock, and a second process destroys it */
export async function lockFolder(folder: string): Promise<() => void> {
  const end = performance.now() + patienceMs
  for (let isReported = false; ; isReported = true) {
    const taken = tryLock(folder)
    if (typeof taken === 'function') return taken
    const inUse = `The data folder ${folder} is in use by ${taken}.`
    if (performance.now() > end)
      throw new StartError(`${inUse} Stop that one first, or set DATA_DIR to another folder.`)
    if (!isReported) console.error(`${inUse} Waiting for it to end.`)
    await wait(pollMs)
  }
}

function tryLock(folder: string): (() => void) | string {
  try {
    makeFolder(folder)
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be made: ${(error as Error).message}`)
  }
  return tryLockFile(folder, 'sen.lock')
}

/**
 * @param isShared where hosts or containers may share the folder: whether another's process lives cannot be seen from here, so what it
 * locks is its own until it has not been renewed for ten minutes. A server's folder belongs to one at a time, and it starts under a new
 * name after it was killed: there only processes of this host count.
 * @returns what releases it, or who has it; a process that died has nothing
 */
export function tryLockFile(folder: string, name: string, isShared = false): (() => void) | string {
  const file = join(folder, name)
  const text = `${process.pid} ${startedAt(process.pid)} ${hostname()}`
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      placeLock(file, text)
      return releaseOf(file, text, isShared)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code !== 'EEXIST') throw new StartError(`The data folder ${folder} cannot be written (${code}).`)
      const found = readLock(file)
      if (found === undefined) continue // just released
      const holder = holderOf(file, found, isShared)
      if (holder !== undefined) return holder
      rmSync(file, { force: true })
    }
  }
  throw new StartError(`The data folder ${folder} could not be locked.`)
}

function releaseOf(file: string, text: string, isShared: boolean): () => void {
  const renewal = isShared ? setInterval(() => renewLock(file, text), renewMs).unref() : undefined
  let isHeld = true
  const release = () => {
    clearInterval(renewal)
    if (isHeld && readLock(file) === text) rmSync(file, { force: true })
    isHeld = false
    process.off('exit', release)
  }
  process.on('exit', release)
  return release
}

/** The same bytes: only its time changes, by the clock of the disk. */
function renewLock(file: string, text: string): void {
  try {
    if (readLock(file) === text) writeFileSync(file, text, { flag: 'r+' })
  } catch {
    // Released, or the disk is full: the next one may do.
  }
}

function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function holderOf(file: string, text: string, isShared: boolean): string | undefined {
  const [pid, started, host] = text.split(' ')
  if (isShared && host && host !== hostname()) return isFresh(file) ? `process ${pid} on ${host}` : undefined
  return isAlive(Number(pid)) && startedAt(Number(pid)) === started ? `process ${pid}` : undefined
}

/** By the disk's own clock, as hosts' clocks differ. */
function isFresh(file: string): boolean {
  const probe = `${file}.${process.pid}`
  try {
    writeFileSync(probe, '', { mode: 0o600 })
    const lock = statSync(file, { throwIfNoEntry: false })
    return !lock || statSync(probe).mtimeMs - lock.mtimeMs < staleMs
  } finally {
    rmSync(probe, { force: true })
  }
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
