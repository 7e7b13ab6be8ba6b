import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { type BackupStore, dailyName } from '#platform/backups/backup-store.ts'
import { StartError } from '#platform/errors.ts'
import { parseJson } from '#platform/text/parse-json.ts'
import { readArchive, writeArchive } from '../backup-archive.ts'
import { entryNames } from '../manifest.ts'
import { parsePieces, type Piece, writePieces } from './pieces.ts'

// Beside the newest backup lies what it is made of, here and in earlier ones, so that the next one need not read them. Nothing is restored
// from it: without it, or where it does not fit, the next one is whole.

const ours = /^sen-\d{8}T\d{6}Z(-since-\d{8}T\d{6}Z)?\.pieces\.backup$/
const headSchema = z.object({
  format: z.literal(1),
  backup: z.string().regex(dailyName),
  /** Those with pieces, this one too. A file of another size is not the one that was written. */
  files: z.array(z.object({ name: z.string().regex(dailyName), size: z.number() })),
})
export type PieceIndex = z.output<typeof headSchema> & { pieces: Piece[] }

export function isPieceIndex(name: string): boolean {
  return ours.test(name)
}

/** Written once the backup is whole. */
export async function writePieceIndex(store: BackupStore, passphrase: string, index: PieceIndex): Promise<void> {
  const { pieces, ...head } = index
  await writeArchive(
    content => store.write(indexOf(head.backup), content),
    passphrase,
    async writer => {
      await writer.add(entryNames.head, Buffer.from(JSON.stringify(head)))
      await writePieces(writer, pieces)
    },
  )
}

/** Those of earlier backups. Should they stay, they do no harm: the newest is read. */
export async function removeOtherIndexes(store: BackupStore, backup: string): Promise<void> {
  for (const { name } of await store.list())
    if (isPieceIndex(name) && name !== indexOf(backup)) await store.remove(name)
}

function indexOf(backup: string): string {
  return backup.replace(/\.backup$/, '.pieces.backup')
}

/** Of the newest backup that has one. @throws StartError if it does not open */
export async function readPieceIndex(store: BackupStore, passphrase: string): Promise<PieceIndex | undefined> {
  const names = (await store.list()).map(({ name }) => name).filter(isPieceIndex)
  const name = names.toSorted().at(-1)
  if (name === undefined) return undefined
  const mustBeEncrypted = store.kind === 's3' || passphrase !== ''
  let head: z.output<typeof headSchema> | undefined
  const pieces: Piece[] = []
  for await (const entry of readArchive({ name, mustBeEncrypted }, await store.read(name), passphrase)) {
    const content = await text(entry.content)
    if (entry.name === entryNames.head) head = headSchema.safeParse(parseJson(content)).data
    else for (const piece of parsePieces(content, name)) pieces.push(piece)
  }
  if (!head) throw new StartError(`${name} is no list of pieces of this program.`)
  return { ...head, pieces }
}
