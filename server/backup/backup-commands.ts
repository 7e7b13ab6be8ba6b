import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBackupStores } from '#platform/backups/open-backup-stores.ts'
import { systemClock } from '#platform/clock.ts'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { StartError } from '#platform/errors.ts'
import { makeDiskFiles } from '#platform/files/disk-files.ts'
import { makeDatabase } from '#platform/sql/database.ts'
import type { Config } from '../config.ts'
import { incremental, inPlainWords, type Place, placeIn, placeOf, storeOf } from './backup-place.ts'
import { describeDeletions, type DueDeletions, planDeletions } from './erasures/apply-deletions.ts'
import { planErasures } from './erasures/apply-erasures.ts'
import { isErasureFile, mergeErasureFiles } from './erasures/erasure-list.ts'
import {
  erasureFlags,
  readErasureLists,
  refuseMissingList,
  takeErasureFlags,
  type Wanted,
} from './erasures/read-lists.ts'
import { type Increment, makeIncrement } from './increments/make-increment.ts'
import { isPieceIndex } from './increments/piece-index.ts'
import { loadBackup } from './load-backup.ts'
import { makeBackup } from './make-backup.ts'
import { counted } from './manifest.ts'
import { restore } from './restore-command.ts'
import { patient } from './take-snapshot.ts'

type Command = { run(config: Config, place: Place, wanted: Wanted): Promise<string>; flags?: string }
const commands: Record<string, Command> = {
  backup: { run: backup },
  verify: { run: verify, flags: erasureFlags },
  restore: { run: restore, flags: erasureFlags },
}
const incrementUse = `backup ${incremental} FOLDER|s3:`
export const backupUses = ['backups', incrementUse, ...Object.keys(commands).map(usageOf)]

/** Run in their own process, whether or not a server is running. Undefined for other words. */
export async function runBackupCommand(config: Config, [name = '', ...words]: string[]): Promise<string | undefined> {
  if (name === 'backups' && words.length === 0) return listThem(config)
  if (name === 'backup' && words[0] === incremental) return increment(config, words.slice(1))
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return undefined
  const { wanted, rest } = command.flags
    ? takeErasureFlags(words)
    : { wanted: { skipped: false, spared: [] }, rest: words }
  const [file, ...more] = rest
  if (!file || more.length > 0) throw new StartError(`npm run sen -- ${usageOf(name)}`)
  return inPlainWords(file, () => command.run(config, placeOf(config, systemClock, file), wanted))
}

function usageOf(name: string): string {
  return [name, 'FILE|s3:NAME', commands[name]?.flags].join(' ').trim()
}

/** One a line: place, time, bytes. */
async function listThem(config: Config): Promise<string> {
  const stores = openBackupStores(config, systemClock)
  if (stores.length === 0) throw new StartError('None are kept: set BACKUP_FOLDER or BACKUP_S3_ENDPOINT.')
  const lines: string[] = []
  for (const store of stores) {
    const all = await inPlainWords(store.kind, () => store.list())
    const files = all.filter(({ name }) => !isErasureFile(name) && !isPieceIndex(name))
    for (const { name, at, size } of files.toSorted((a, b) => b.at.getTime() - a.at.getTime()))
      lines.push(`${placeIn(store, config.BACKUP_FOLDER, name)}  ${at.toISOString()}  ${size}`)
  }
  return lines.join('\n') || 'There is none yet.'
}

async function backup(config: Config, place: Place): Promise<string> {
  const sums = await makeBackup(config, systemClock, place)
  const asIs = await mergeLists(config, place)
  return `${place.shown} is written: ${counted(sums)}.${describeOpen(config)}${asIs}`
}

function describeOpen({ BACKUP_PASSPHRASE: passphrase }: Config): string {
  return passphrase ? '' : ' It is not encrypted (BACKUP_PASSPHRASE) and holds all keys.'
}

async function increment(config: Config, [shown, ...more]: string[]): Promise<string> {
  if (!shown || more.length > 0) throw new StartError(`npm run sen -- ${incrementUse}`)
  if (config.BACKUP_WHOLE_EVERY === 1) throw new StartError('Each is whole: set BACKUP_WHOLE_EVERY to some days first.')
  return inPlainWords(shown, async () => {
    const store = storeOf(config, systemClock, shown)
    const made = await makeIncrement(config, systemClock, store, name => placeIn(store, shown, name))
    const { place, sums, pieces, fresh, why } = made
    const asIs = await mergeLists(config, place)
    const part = why ? `It is whole: ${why}.` : `${fresh} of ${pieces} pieces are in it, the others in those before it.`
    return `${place.shown} is written: ${counted(sums)}. ${part}${describeOpen(config)}${describeList(made)}${asIs}`
  })
}

export function describeList({ unlisted, unswept }: Pick<Increment, 'unlisted' | 'unswept'>): string {
  if (unlisted !== undefined)
    return ` The next one will lean on those before this one, or be whole, for the list of pieces could not be written: ${unlisted}`
  if (unswept !== undefined) return ` An older list of pieces could not be removed, which does no harm: ${unswept}`
  return ''
}

/** Files of an earlier passphrase stay as they are: the backup is made all the same. */
async function mergeLists(config: Config, { store, shown }: Place): Promise<string> {
  const passphrase = config.BACKUP_PASSPHRASE
  try {
    await inPlainWords(shown, () => mergeErasureFiles(store, { shown, passphrase, mustBeEncrypted: passphrase !== '' }))
    return ''
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return ` The lists of erased people beside it stay as they are: ${error.message}`
  }
}

async function verify(config: Config, place: Place, wanted: Wanted): Promise<string> {
  const erasures = await readErasureLists(config, wanted, place)
  let due = 0
  let gone: DueDeletions = { due: [], spared: [] }
  const folder = mkdtempSync(join(tmpdir(), 'sen-verify-'))
  try {
    const sums = await loadBackup(place, config.BACKUP_PASSPHRASE, {
      accept: head => refuseMissingList(erasures, head.erasures ?? 0),
      open: () => openEmbedded(join(folder, 'database'), patient),
      folder,
      files: makeDiskFiles(join(folder, 'files')),
      finish: async engine => {
        const { all } = erasures
        const db = makeDatabase(engine)
        due = (await db.asService(null, tx => planErasures(tx, all, systemClock.now()))).length
        gone = await db.asService(null, tx => planDeletions(tx, erasures))
      },
    })
    const again = erasures.files > 0 ? ` A restore would erase anew: ${due}.` : ''
    const also = describeDeletions({ ...gone, empty: [] }, 'A restore would delete anew')
    return [`${place.shown} is whole: ${counted(sums)}, all as they were written.${again}`, ...also].join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
