import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** What of the folder is in the copy: when each file was last written and how long it was, by its path. */
export type Seen = Map<string, string>

/** A file that was written so short a time before may be written again within the same tick of the system's clock, and look the same. */
const settledMs = 2000n

/**
 * Copies what is not yet in the copy, or was written since, and removes from it what is gone. Called once while others write, and once more
 * while nobody does, it leaves a whole copy, and nobody waits for more than what changed in between.
 * @param seen what the call before returned
 */
export async function copyFolder(from: string, to: string, seen: Seen = new Map()): Promise<Seen> {
  const now: Seen = new Map()
  await mkdir(to, { recursive: true, mode: 0o700 })
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  // PostgreSQL does not start without its empty folders.
  for (const entry of entries.filter(one => one.isDirectory()))
    await mkdir(join(to, relative(from, join(entry.parentPath, entry.name))), { recursive: true, mode: 0o700 })
  for (const entry of entries.filter(one => one.isFile())) {
    const path = relative(from, join(entry.parentPath, entry.name))
    const source = await readStamp(join(from, path))
    if (!source) continue
    now.set(path, source.stamp)
    if (seen.get(path) === source.stamp) continue
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(ignoreMissing)
    const copy = await readStamp(join(to, path))
    if (!copy || copy.writtenMs - source.writtenMs < settledMs) now.set(path, 'to be copied again')
  }
  for (const path of seen.keys()) if (!now.has(path)) await rm(join(to, path), { force: true })
  return now
}

async function readStamp(file: string): Promise<{ stamp: string; writtenMs: bigint } | undefined> {
  const found = await stat(file, { bigint: true }).catch(ignoreMissing)
  return found && { stamp: `${found.mtimeNs} ${found.size}`, writtenMs: found.mtimeMs }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
