import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Path → modification time and size of each copied file. */
export type Seen = Map<string, string>

/** A file written this recently may be written again within the same clock tick and look unchanged. */
const settledMs = 2000n

/** Copies new or changed files: first while others write, then while nobody does. `seen`: the first call's result. */
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
