import { backupName, type BackupStore, dailyName, stampOf } from '#platform/backups/backup-store.ts'
import { after, type Clock, days, hours } from '#platform/clock.ts'
import { StartError } from '#platform/errors.ts'
import type { Config } from '../../config.ts'
import type { Place } from '../backup-place.ts'
import { makeBackup } from '../make-backup.ts'
import type { Sums } from '../manifest.ts'
import { type PieceIndex, readPieceIndex, removeOtherIndexes, writePieceIndex } from './piece-index.ts'
import { openBook, type Piece } from './pieces.ts'

type Base = { since: string; index: PieceIndex }
export type Increment = {
  place: Place
  sums: Sums
  pieces: number
  fresh: number
  /** For what reason it is whole. */
  why?: string
  /** Why its list of pieces is not there, without which none leans on it. */
  unlisted?: string
  /** Why lists of those before it are still there. */
  unswept?: string
}

/** Only what the newest backup there, and what that leans on, does not hold. @throws StartError */
export async function makeIncrement(
  config: Config,
  clock: Clock,
  store: BackupStore,
  shownOf: (name: string) => string,
): Promise<Increment> {
  const found = await findBase(config, clock, store)
  const base = typeof found === 'string' ? undefined : found
  const name = backupName(clock.now(), base?.since)
  const place = { store, name, shown: shownOf(name) }
  const book = openBook(name, base?.index.pieces)
  const sums = await makeBackup(config, clock, place, book)
  const { elsewhere, here } = book
  const made: Increment = { place, sums, pieces: elsewhere.length + here.length, fresh: here.length }
  if (typeof found === 'string') made.why = found
  const files = await filesWith([...elsewhere, ...here], store)
  if (base && files.some(file => file.name !== name && !isAsListed(file, base.index))) {
    await store.remove(name)
    throw new StartError(`What ${place.shown} leans on was changed meanwhile: it was removed. Make it once more.`)
  }
  try {
    const index: PieceIndex = { format: 1, backup: name, files, pieces: [...elsewhere, ...here] }
    await writePieceIndex(store, config.BACKUP_PASSPHRASE, index)
  } catch (error) {
    return { ...made, unlisted: (error as Error).message }
  }
  try {
    await removeOtherIndexes(store, name)
  } catch (error) {
    return { ...made, unswept: (error as Error).message }
  }
  return made
}

/** Or why the next one has to be whole. */
export async function findBase(config: Config, clock: Clock, store: BackupStore): Promise<Base | string> {
  let index: PieceIndex | undefined
  try {
    index = await readPieceIndex(store, config.BACKUP_PASSPHRASE)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return error.message
  }
  if (!index) return 'none before it to lean on'
  const [, at = '', since = at] = dailyName.exec(index.backup) ?? []
  if (at >= stampOf(clock.now())) return `${index.backup} has a later time`
  // A day's backup may be some hours late.
  if (since <= stampOf(after(clock.now(), hours(12) - days(config.BACKUP_WHOLE_EVERY))))
    return `the last whole one is ${config.BACKUP_WHOLE_EVERY} days old`
  const there = await store.list()
  const missing = index.files.find(({ name, size }) => !there.some(one => one.name === name && one.size === size))
  return missing ? `${missing.name} is not there as it was` : { since, index }
}

async function filesWith(pieces: Piece[], store: BackupStore): Promise<PieceIndex['files']> {
  const there = new Map((await store.list()).map(({ name, size }) => [name, size]))
  return [...new Set(pieces.map(piece => piece.in))].map(name => ({ name, size: there.get(name) ?? -1 }))
}

function isAsListed({ name, size }: PieceIndex['files'][number], { files }: PieceIndex): boolean {
  return files.some(one => one.name === name && one.size === size)
}
