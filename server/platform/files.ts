import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newId } from './ids.ts'

export class FileTooLarge extends Error {}

export type Files = {
  /**
   * Streams a file to its place. A file that grows past the limit, or whose stream breaks, leaves nothing behind.
   * @param key '<workspace>/<uuid>', made by us, never by a person
   * @throws FileTooLarge
   */
  save(key: string, content: Readable, limits: { maxBytes: number }): Promise<{ size: number; sha256: string }>
  read(key: string): Readable
  /** Where the file lies on this machine, for a child process that reads it. */
  path(key: string): string
  exists(key: string): boolean
  remove(key: string): Promise<void>
}

export function makeFiles(folder: string): Files {
  function path(key: string): string {
    const full = resolve(folder, key)
    if (!full.startsWith(resolve(folder) + sep)) throw new Error('A file key may not leave its folder.')
    return full
  }
  return {
    path,
    async save(key, content, limits) {
      const target = path(key)
      const part = join(dirname(target), `${newId()}.part`)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const hash = createHash('sha256')
      let size = 0
      const meter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length
          if (size > limits.maxBytes) return done(new FileTooLarge(`more than ${limits.maxBytes} bytes`))
          hash.update(chunk)
          done(null, chunk)
        },
      })
      try {
        await pipeline(content, meter, createWriteStream(part, { mode: 0o600, flush: true }))
        await rename(part, target)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      return { size, sha256: hash.digest('hex') }
    },
    read: key => createReadStream(path(key)),
    exists: key => existsSync(path(key)),
    async remove(key) {
      await rm(path(key), { force: true })
    },
  }
}
