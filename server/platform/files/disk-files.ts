import { createHash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { access, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileMissing, type Files, FileTooLarge } from './files.ts'

/** Written beside its place and moved once it is synced. Leftovers of a killed process go when the key is removed. */
export function makeDiskFiles(folder: string): Files {
  const root = resolve(folder)

  function place(key: string): string {
    const full = resolve(root, key)
    if (!full.startsWith(root + sep)) throw new Error('A file key may not leave its folder.')
    return full
  }

  async function putInPlace(key: string, write: (part: string) => Promise<void>): Promise<void> {
    const target = place(key)
    const part = partOf(target)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    try {
      await write(part)
      await rename(part, target)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  async function exists(key: string): Promise<boolean> {
    return access(place(key)).then(
      () => true,
      () => false,
    )
  }

  return {
    async save(key, content, limits) {
      const { meter, measured } = makeMeter(limits.maxBytes)
      await putInPlace(key, part => pipeline(content, meter, createWriteStream(part, { mode: 0o600, flush: true })))
      return measured()
    },
    async read(key, range) {
      const file = await open(place(key), 'r').catch(asMissing)
      return file.createReadStream(range ?? {})
    },
    async local(key) {
      if (!(await exists(key))) throw new FileMissing()
      return { path: place(key), release: async () => {} }
    },
    exists,
    async copy(from, to) {
      await putInPlace(to, part => copyFile(place(from), part, constants.COPYFILE_FICLONE).catch(asMissing))
    },
    async remove(key) {
      await rm(place(key), { force: true })
      await rm(partOf(place(key)), { force: true })
    },
    async *keys() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(noneIfMissing)
      for (const entry of entries)
        if (entry.isFile() && !entry.name.endsWith(partOf(''))) yield relative(root, join(entry.parentPath, entry.name))
    },
  }
}

function partOf(place: string): string {
  return `${place}.part`
}

function makeMeter(maxBytes: number) {
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) return done(new FileTooLarge(`more than ${maxBytes} bytes`))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { meter, measured: () => ({ size, sha256: hash.digest('hex') }) }
}

function noneIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}

function asMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new FileMissing() : error
}
