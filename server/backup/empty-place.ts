import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { StartError } from '#platform/errors.ts'
import { queryRows } from '#platform/sql/compile-statement.ts'
import { type Engine, plain } from '#platform/sql/session.ts'
import { parseJson } from '#platform/text/parse-json.ts'
import type { Config } from '../config.ts'

/** Present during the whole of a restore; empty until all of the backup has come. */
const marker = 'restoring'
const loadedSchema = z.object({ place: z.string(), erasures: z.number() })
/** `place`: the backup; `erasures`: how much was on the list when it was made. */
export type Loaded = z.output<typeof loadedSchema>
const contents = ['database', 'files', 'keys.json', 'sending.count']

/** @throws StartError if the last restore did not finish */
export function refuseHalfRestored({ dataDir }: Config): void {
  if (existsSync(join(dataDir, marker)))
    throw new StartError(`A restore into ${dataDir} was not finished: run it again, or empty the folder.`)
}

/**
 * If a restore of this backup was interrupted once all of it was loaded, returns what that was; a partial one is cleared.
 * @throws StartError if the folder holds anything but an interrupted restore of it
 */
export function beginRestore({ dataDir }: Config, backup: string): Loaded | undefined {
  const place = join(dataDir, marker)
  const { data: loaded } = loadedSchema.safeParse(existsSync(place) && parseJson(readFileSync(place, 'utf8')))
  if (loaded && loaded.place !== backup)
    throw new StartError(
      `A restore of ${loaded.place} into ${dataDir} was not finished: run that again, or empty the folder.`,
    )
  if (loaded) return loaded
  const there = contents.filter(name => existsSync(join(dataDir, name)))
  if (there.length > 0 && !existsSync(place))
    throw new StartError(
      `${dataDir} is not empty (${there.join(', ')}): restore into another DATA_DIR, or move them away.`,
    )
  writeFileSync(place, '')
  clear(dataDir)
  return undefined
}

export function markLoaded({ dataDir }: Config, loaded: Loaded): void {
  writeFileSync(join(dataDir, marker), JSON.stringify(loaded), { flush: true })
}

export function finishRestore({ dataDir }: Config, { clear: isBroken = false } = {}): void {
  if (isBroken) clear(dataDir)
  rmSync(join(dataDir, marker))
}

function clear(dataDir: string): void {
  for (const name of contents) rmSync(join(dataDir, name), { recursive: true, force: true })
}

/** @throws StartError if somebody has signed up there */
export async function refuseUsedDatabase(engine: Engine): Promise<void> {
  const session = await engine.acquire()
  try {
    const [users] = await queryRows(
      session,
      sql<{ there: boolean }>`select to_regclass('auth.users') is not null as there`,
    )
    if (!users?.there) return
    // With forced row-level security the owner sees no rows, and a used database would look empty.
    const { count } = await session.alone([
      plain('set local role service_role'),
      plain('select from auth.users limit 1'),
    ])
    if (count > 0) throw new StartError('The database at DATABASE_URL is not empty: restore into a new one.')
  } finally {
    engine.release(session, false)
  }
}
