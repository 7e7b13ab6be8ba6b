// One file: a gzipped tar of JSON and stored files, encrypted if there is a passphrase. `age -d FILE | tar xz` opens it.
import { Decrypter, Encrypter } from 'age-encryption'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import { StartError } from '#platform/errors.ts'

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>
export type Writer = {
  add(name: string, content: Uint8Array): Promise<void>
  /** @param size exact size of the content in bytes */
  addStream(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>
}
/** Must be read or discarded before the next one. */
export type Entry = { name: string; content: Readable }

const encrypted = 'age-encryption.org/v1'
/** 64 MiB and a second per guess. */
const scryptWork = 16

/** Atomic. An empty passphrase means no encryption. */
export async function writeArchive(
  file: string,
  passphrase: string,
  fill: (writer: Writer) => Promise<void>,
): Promise<void> {
  const part = `${file}.part`
  const { readable, controller } = createTarPacker()
  async function addStream(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    const body = controller.add({ name, size, type: 'file', mode: 0o600 }).getWriter()
    for await (const chunk of content) await body.write(new Uint8Array(chunk))
    await body.close()
  }
  async function fillIt(): Promise<void> {
    try {
      await fill({ add: (name, content) => addStream(name, content.length, Readable.from([content])), addStream })
      controller.finalize()
    } catch (error) {
      controller.error(error as Error)
      throw error
    }
  }
  async function write(): Promise<void> {
    const packed = readable.pipeThrough(new CompressionStream('gzip')) as Bytes
    const sealed = passphrase ? await encrypt(packed, passphrase) : packed
    await sealed.pipeTo(Writable.toWeb(createWriteStream(part, { mode: 0o600, flush: true })))
  }
  try {
    await Promise.all([fillIt(), write()])
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** @throws StartError if it is no backup, is cut off or changed, or the passphrase is wrong */
export async function* readArchive(file: string, passphrase: string): AsyncGenerator<Entry> {
  try {
    const sealed = Readable.toWeb(createReadStream(file)) as Bytes
    const packed = (await isEncrypted(file)) ? await decrypt(sealed, passphrase) : sealed
    const entries = packed.pipeThrough(new DecompressionStream('gzip')).pipeThrough(createTarDecoder({ strict: true }))
    for await (const { header, body } of entries) {
      const content = Readable.fromWeb(body as never)
      yield { name: header.name, content }
      if (!content.readableEnded) for await (const _ of content) continue
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${file} cannot be read as a backup: ${(error as Error).message}`)
  }
}

async function encrypt(content: Bytes, passphrase: string): Promise<Bytes> {
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(scryptWork)
  encrypter.setPassphrase(passphrase)
  return (await encrypter.encrypt(content)) as Bytes
}

async function decrypt(content: Bytes, passphrase: string): Promise<Bytes> {
  if (!passphrase) throw new StartError('The backup is encrypted: set BACKUP_PASSPHRASE to what it was made with.')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return (await decrypter.decrypt(content)) as Bytes
  } catch {
    throw new StartError('The backup does not open with this BACKUP_PASSPHRASE.')
  }
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(encrypted.length), 0, encrypted.length, 0)
    return buffer.toString('latin1') === encrypted
  } finally {
    await handle.close()
  }
}
