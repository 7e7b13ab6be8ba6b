import { closeSync, existsSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../errors.ts'

/**
 * Takes the data folder for this process. The embedded database has no lock of its own, and a second process destroys it.
 * @returns gives the folder back
 * @throws StartError when another living process has it, or the folder cannot be written
 */
export function lockFolder(folder: string): () => void {
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
      const release = () => {
        try {
          unlinkSync(file)
        } catch {
          // already gone
        }
      }
      process.on('exit', release)
      return release
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code !== 'EEXIST') throw new StartError(`The data folder ${folder} cannot be written (${code}).`)
      const [pid, started] = readFileSync(file, 'utf8').split(' ')
      if (isAlive(Number(pid)) && startedAt(Number(pid)) === started) {
        throw new StartError(
          `The data folder ${folder} is in use by process ${pid}. Stop that one first, or set DATA_DIR to another folder.`,
        )
      }
      unlinkSync(file)
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
