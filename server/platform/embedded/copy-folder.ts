import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** When a file was last written and how long it was, by its path below the folder. */
export type Seen = Map<string, string>

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
    const at = await stampOf(join(from, path))
    if (!at) continue
    now.set(path, at)
    if (seen.get(path) === at) continue
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(ignoreMissing)
  }
  for (const path of seen.keys()) if (!now.has(path)) await rm(join(to, path), { force: true })
  return now
}

async function stampOf(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(ignoreMissing)
  return found && `${found.mtimeNs} ${found.size}`
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
