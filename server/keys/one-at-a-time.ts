import { StartError } from '#platform/errors.ts'
import { tryLockFile } from '#platform/sql/lock.ts'

/** Of this process; others are seen by their lock file. */
const busy = new Set<string>()

/**
 * Keys are read, changed and written back: of two changes at once the later would overwrite the earlier, and what that key had locked
 * already would be lost.
 * @throws StartError where the keys of this folder are being changed already
 */
export async function oneAtATime<T>(dataDir: string, change: () => Promise<T>): Promise<T> {
  const taken = busy.has(dataDir) ? `process ${process.pid}` : tryLockFile(dataDir, 'keys.lock', true)
  if (typeof taken === 'string')
    throw new StartError(`The keys of ${dataDir} are being changed by ${taken}. Wait for it, then look again.`)
  busy.add(dataDir)
  try {
    return await change()
  } finally {
    busy.delete(dataDir)
    taken()
  }
}
