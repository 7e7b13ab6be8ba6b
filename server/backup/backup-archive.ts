// One file: a gzipped tar of JSON and stored files, encrypted if there is a passphrase. `age -d FILE | tar xz` opens it.
import { Decrypter, Encrypter } from 'age-encryption'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { Readable } from 'node:stream'
import type { BackupBytes } from '#platform/backups/backup-store.ts'
import { StartError } from '#platform/errors.ts'
import { FileMissing } from '#platform/files/files.ts'
import { StoreFault } from '#platform/files/store-fault.ts'
import { passphraseRecipient } from './passphrase-recipient.ts'

export type Writer = {
  add(name: string, content: Uint8Array): Promise<void>
  /** @param size exact size of the content in bytes */
  addStream(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>
}
/** Must be read or discarded before the next one. */
export type Entry = { name: string; content: Readable }

const encrypted = 'age-encryption.org/v1'

/** An empty passphrase means no encryption. `write` fails if `fill` does. */
export async function writeArchive(
  write: (content: BackupBytes) => Promise<void>,
  passphrase: string,
  fill: (writer: Writer) => Promise<void>,
): Promise<void> {
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
  async function sealIt(): Promise<void> {
    const packed = readable.pipeThrough(new CompressionStream('gzip')) as BackupBytes
    await write(passphrase ? await encrypt(packed, passphrase) : packed)
  }
  await Promise.all([fillIt(), sealIt()])
}

/**
 * @param from its name is for messages; what others may have put there has to be encrypted
 * @throws StartError if it is no backup, is cut off or changed, or the passphrase is wrong
 */
export async function* readArchive(
  { name, mustBeEncrypted }: { name: string; mustBeEncrypted: boolean },
  content: BackupBytes,
  passphrase: string,
): AsyncGenerator<Entry> {
  try {
    const { isEncrypted, sealed } = await peek(content)
    if (mustBeEncrypted && !isEncrypted)
      throw new StartError(`${name} is not encrypted: somebody else may have put it there. It is not read.`)
    const packed = isEncrypted ? await decrypt(sealed, passphrase) : sealed
    const entries = packed.pipeThrough(new DecompressionStream('gzip')).pipeThrough(createTarDecoder({ strict: true }))
    for await (const { header, body } of entries) {
      const content = Readable.fromWeb(body as never)
      yield { name: header.name, content }
      if (!content.readableEnded) for await (const _ of content) continue
    }
  } catch (error) {
    if (error instanceof StartError || error instanceof StoreFault || error instanceof FileMissing) throw error
    throw new StartError(`${name} cannot be read as a backup: ${(error as Error).message}`)
  }
}

async function encrypt(content: BackupBytes, passphrase: string): Promise<BackupBytes> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(passphraseRecipient(passphrase))
  return (await encrypter.encrypt(content)) as BackupBytes
}

async function decrypt(content: BackupBytes, passphrase: string): Promise<BackupBytes> {
  if (!passphrase) throw new StartError('The backup is encrypted: set BACKUP_PASSPHRASE to what it was made with.')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return (await decrypter.decrypt(content)) as BackupBytes
  } catch {
    throw new StartError('The backup does not open with this BACKUP_PASSPHRASE.')
  }
}

async function peek(content: BackupBytes): Promise<{ isEncrypted: boolean; sealed: BackupBytes }> {
  const [first, sealed] = content.tee()
  let beginning = ''
  const reader = first.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    beginning += Buffer.from(read.value).toString('latin1')
    if (beginning.length >= encrypted.length) break
  }
  // Ends only when both branches do.
  void reader.cancel()
  return { isEncrypted: beginning.startsWith(encrypted), sealed }
}
