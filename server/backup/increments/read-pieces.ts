import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { wholeOf } from '#platform/backups/backup-store.ts'
import { StartError } from '#platform/errors.ts'
import { type Entry, readArchive } from '../backup-archive.ts'
import type { Place } from '../backup-place.ts'
import { hashed } from '../make-backup.ts'
import { entryNames, type Head } from '../manifest.ts'
import { parsePieces, type Piece } from './pieces.ts'

/** The entries of a backup, then those that lie in earlier ones beside it. @throws StartError if one of these is missing or another */
export async function* withPieces(
  place: Place,
  passphrase: string,
  entries: AsyncIterable<Entry>,
): AsyncGenerator<Entry> {
  const { store, shown } = place
  const wanted = new Map<string, Map<string, Piece>>()
  for await (const entry of entries) {
    if (!entry.name.startsWith(entryNames.pieces)) {
      yield entry
      continue
    }
    for (const piece of parsePieces(await text(entry.content), shown)) {
      const there = wanted.get(piece.in) ?? new Map<string, Piece>()
      wanted.set(piece.in, there.set(piece.name, piece))
    }
  }
  for (const backup of wanted.keys()) await refuseWithout(place, backup)
  for (const [backup, pieces] of wanted) {
    const origin = { name: `${backup} (on which ${shown} leans)`, mustBeEncrypted: store.kind === 's3' }
    for await (const { name, content } of readArchive(origin, await store.read(backup), passphrase)) {
      const piece = pieces.get(name)
      if (!piece) continue
      pieces.delete(name)
      yield { name, content: Readable.from(checked(content, piece)) }
    }
    const [missing] = pieces.keys()
    if (missing !== undefined) throw changed(backup, missing)
  }
}

/**
 * What it leans on is listed behind all that it holds. The whole one is known before that is loaded, by the name of one that
 * still has the name it was given. @throws StartError
 */
export async function refuseWithoutWhole(place: Place, { format }: Head): Promise<void> {
  const whole = format === 2 ? wholeOf(place.name) : undefined
  if (whole !== undefined) await refuseWithout(place, whole)
}

async function refuseWithout({ store, shown }: Place, backup: string): Promise<void> {
  if (!(await store.exists(backup))) throw new StartError(`${shown} leans on ${backup}, which is not beside it.`)
}

async function* checked(content: AsyncIterable<Uint8Array>, piece: Piece): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  yield* hashed(content, hash)
  if (hash.digest('hex') !== piece.sha256) throw changed(piece.in, piece.name)
}

function changed(backup: string, name: string): StartError {
  return new StartError(`${backup} is another than the one that was leaned on: ${name} is not as it was.`)
}
