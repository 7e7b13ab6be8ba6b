import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type { BackupBytes, BackupStore } from './backup-store.ts'
import { sweepOlder } from './sweep-older.ts'

export function openBackupFolder(folder: string): BackupStore {
  const place = (name: string) => join(folder, name)
  return {
    kind: 'folder',
    exists: async name => existsSync(place(name)),
    async write(name, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = `${place(name)}.part`
      try {
        await content.pipeTo(Writable.toWeb(createWriteStream(part, { mode: 0o600, flush: true })))
        await rename(part, place(name))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    read: async name => Readable.toWeb(createReadStream(place(name))) as BackupBytes,
    async list() {
      const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.backup'))
      return Promise.all(
        names.map(async name => {
          const { mtime, size } = await stat(place(name))
          return { name, at: mtime, size }
        }),
      )
    },
    remove: name => rm(place(name), { force: true }),
    sweep: () => sweepOlder(folder, name => name.startsWith('sen-') && name.endsWith('.part')),
  }
}
