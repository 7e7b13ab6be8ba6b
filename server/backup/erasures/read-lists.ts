import { dirname, resolve } from 'node:path'
import type { Erasure } from '#features/customers/rights/erasure.ts'
import type { Deletion } from '#features/workspaces/deletions/deletion.ts'
import { openBackupFolder } from '#platform/backups/backup-folder.ts'
import type { BackupStore } from '#platform/backups/backup-store.ts'
import { openBackupStores } from '#platform/backups/open-backup-stores.ts'
import { systemClock } from '#platform/clock.ts'
import { StartError } from '#platform/errors.ts'
import { erasuresEn } from '#shared/texts/operator/erasures.en.ts'
import { erasuresVi } from '#shared/texts/operator/erasures.vi.ts'
import type { Config } from '../../config.ts'
import { inPlainWords, type Place } from '../backup-place.ts'
import { refuseInBoth } from '../refuse-in-both.ts'
import { listErasureFiles, readErasures } from './erasure-list.ts'
import { deletionsOf, erasuresOf, type ListedMap, unite } from './listed.ts'
import { openErasureFolder } from './record-erasures.ts'

export const erasureFlags = '[--erasures FOLDER] [--without-erasures] [--with-deleted WORKSPACE]'
const [given, without, withDeleted] = ['--erasures', '--without-erasures', '--with-deleted']

/** `folder`: given by hand; `spared`: deleted shops that are wanted back. */
export type Wanted = { folder?: string; skipped: boolean; spared: string[] }
/** `places`: where it was looked for; `files`: how many there were; `unread`: places whose files do not open, where a person named another one. */
export type Erasures = {
  all: Erasure[]
  deletions: Deletion[]
  spared: string[]
  files: number
  places: string[]
  unread: string[]
  skipped: boolean
}

export function takeErasureFlags(words: string[]): { wanted: Wanted; rest: string[] } {
  const wanted: Wanted = { skipped: false, spared: [] }
  const rest: string[] = []
  const left = words.values()
  for (const word of left) {
    const value = () => left.next().value ?? refuseUse(word)
    if (word === given) wanted.folder = resolve(value())
    else if (word === withDeleted) wanted.spared.push(value().toLowerCase())
    else if (word === without) wanted.skipped = true
    else rest.push(word)
  }
  return { wanted, rest }
}

function refuseUse(flag: string): never {
  throw new StartError(`${flag} ${flag === given ? 'FOLDER' : 'WORKSPACE'}`)
}

type Source = { store: BackupStore; shown: string; byHand?: boolean }

/** All lists: beside this backup, in the stores of the schedule, in the data folder, and in a folder named by hand. */
export async function readErasureLists(
  config: Config,
  { folder, skipped, spared }: Wanted,
  place?: Place,
): Promise<Erasures> {
  const sources = sourcesOf(config, folder, place)
  const places = sources.map(({ shown }) => shown)
  const found: Erasures = { all: [], deletions: [], spared, files: 0, places, unread: [], skipped }
  if (skipped && spared.length > 0) throw refuse('both_flags', {})
  if (skipped) return found
  const all: ListedMap = new Map()
  for (const { store, shown, byHand } of sources) {
    const files = await readable(shown, () => listErasureFiles(store))
    if (byHand && files.length === 0) throw refuse('none_there', { place: shown })
    found.files += files.length
    if (files.length === 0) continue
    const { BACKUP_PASSPHRASE: passphrase } = config
    // Whoever can write there could have people erased, so an unencrypted list is read only from a folder named by hand.
    const mustBeEncrypted = store.kind === 's3' || (passphrase !== '' && !byHand)
    try {
      const read = await readable(shown, () => readErasures(store, { shown, passphrase, mustBeEncrypted }))
      for (const one of read.values()) unite(all, one)
    } catch (error) {
      // Written with an earlier passphrase: whoever names a folder has decrypted them there.
      if (!folder || byHand || !(error instanceof StartError)) throw error
      found.unread.push(shown)
    }
  }
  const deletions = deletionsOf(all)
  for (const id of spared)
    if (!deletions.some(one => one.kind === 'workspace' && one.id === id)) throw refuse('not_deleted', { id })
  return { ...found, deletions, all: erasuresOf(all) }
}

/** @throws StartError `erasures.missing` where a backup knows of a list, and none was found */
export function refuseMissingList({ files, places, skipped }: Erasures, erased: number): void {
  if (erased > 0 && files === 0 && !skipped) throw refuse('missing', { place: places.join(', ') })
}

export function describeErased({ files, places, unread, skipped }: Erasures, erased: number): string {
  if (skipped) return 'The list of erased people was not applied: whoever was erased since is back.'
  if (files === 0) return `There is no list of erased people in ${places.join(', ')}.`
  const left = unread.length > 0 ? ` Not read: the list in ${unread.join(', ')}.` : ''
  return `Erased anew, as the list of erased people says: ${erased}.${left}`
}

function sourcesOf(config: Config, folder: string | undefined, place: Place | undefined): Source[] {
  const besides = (one: Place) => (one.store.kind === 's3' ? 'S3' : dirname(resolve(one.shown)))
  const scheduled = openBackupStores(config, systemClock).map(store => ({
    store,
    shown: store.kind === 's3' ? 'S3' : resolve(config.BACKUP_FOLDER),
  }))
  const sources: Source[] = [
    ...(folder ? [{ store: openBackupFolder(folder), shown: folder, byHand: true }] : []),
    ...(place ? [{ store: place.store, shown: besides(place) }] : []),
    ...scheduled,
    { store: openErasureFolder(config), shown: resolve(config.dataDir, 'erasures') },
  ]
  return sources.filter(({ shown }, at) => sources.findIndex(one => one.shown === shown) === at)
}

async function readable<T>(place: string, run: () => Promise<T>): Promise<T> {
  try {
    return await inPlainWords(place, run)
  } catch (error) {
    if (error instanceof StartError) throw refuse('unreadable', { place, why: error.message })
    throw error
  }
}

function refuse(fault: keyof typeof erasuresVi, values: Record<string, string>): StartError {
  return refuseInBoth(`erasures.${fault}`, [erasuresEn[fault], erasuresVi[fault]], values)
}
