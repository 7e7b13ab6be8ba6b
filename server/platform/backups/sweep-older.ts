import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hours } from '../clock.ts'

/** No backup takes longer. */
export const maxBackupMs = hours(12)

/** Deletes what killed backups left, each as large as the database. */
export async function sweepOlder(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter(isOurs)
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < performance.timeOrigin + performance.now() - maxBackupMs)
      await rm(path, { recursive: true, force: true })
  }
}
