import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type BackupFile = { path: string; at: Date; size: number }

const named = /^sen-\d{8}T\d{6}Z\.backup$/

export function backupName(at: Date): string {
  return `sen-${at.toISOString().replace(/\.\d+|[-:]/g, '')}.backup`
}

export async function listBackups(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names
    .filter(name => named.test(name))
    .toSorted()
    .toReversed()
    .map(async name => {
      const path = join(folder, name)
      const { mtime, size } = await stat(path)
      return { path, at: mtime, size }
    })
  return Promise.all(files)
}
