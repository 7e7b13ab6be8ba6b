import { join } from 'node:path'
import { sql } from 'kysely'
import type { Erasure } from '#features/customers/rights/erasure.ts'
import type { Deletion } from '#features/workspaces/deletions/deletion.ts'
import { openBackupFolder } from '#platform/backups/backup-folder.ts'
import type { BackupStore } from '#platform/backups/backup-store.ts'
import { openBackupStores } from '#platform/backups/open-backup-stores.ts'
import type { Clock } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Config } from '../../config.ts'
import { listErasureFiles, writeErasures } from './erasure-list.ts'
import type { Listed } from './listed.ts'

const atOnce = 10_000
const first = '00000000-0000-0000-0000-000000000000'

/** Beside the backups, or in the data folder where none are made. */
export function erasureStores(config: Config, clock: Clock): BackupStore[] {
  const stores = openBackupStores(config, clock)
  return stores.length > 0 ? stores : [openErasureFolder(config)]
}

export function openErasureFolder({ dataDir }: Config): BackupStore {
  return openBackupFolder(join(dataDir, 'erasures'))
}

type Row = Omit<Erasure, 'at'> & { at: Date }
type Gone = Omit<Deletion, 'at' | 'lifted_at'> & { at: Date; lifted_at: Date | null }

/** May run twice, and in two processes: what is on the list twice counts once. */
export async function recordErasures(platform: Platform): Promise<void> {
  for (;;) {
    const rows = await readRows(platform, sql`recorded_at is null order by at, customer_id limit ${atOnce}`)
    const gone = await readGone(platform, sql`recorded_at is null order by at, kind, id limit ${atOnce}`)
    if (rows.length === 0 && gone.length === 0) return
    for (const store of erasureStores(platform.config, platform.clock))
      if (!(await copyErasures(platform, store))) await record(platform, store, [...rows, ...gone])
    // Not those that changed meanwhile.
    await platform.db.asService(null, async tx => {
      const now = platform.clock.now()
      await sql`update private.erasures e set recorded_at = ${now}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (workspace_id uuid, customer_id uuid, merged uuid[], refused text[])
        where e.workspace_id = r.workspace_id and e.customer_id = r.customer_id and e.merged = r.merged and e.refused = r.refused`.execute(
        tx,
      )
      await sql`update private.deletions d set recorded_at = ${now}
        from jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) r (kind text, id uuid, at timestamptz, lifted_at timestamptz)
        where d.kind = r.kind and d.id = r.id and d.at = r.at and d.lifted_at is not distinct from r.lifted_at`.execute(
        tx,
      )
    })
    if (rows.length < atOnce && gone.length < atOnce) return
  }
}

async function record(platform: Platform, store: BackupStore, rows: (Row | Gone)[]): Promise<void> {
  await writeErasures(store, platform.config.BACKUP_PASSPHRASE, rows.map(listed))
}

function listed(row: Row | Gone): Listed {
  const at = row.at.toISOString()
  return 'kind' in row ? { ...row, at, lifted_at: row.lifted_at?.toISOString() ?? null } : { ...row, at }
}

/** The whole list, for a store that was set up after the erasures. Returns whether it had none. */
export async function copyErasures(platform: Platform, store: BackupStore): Promise<boolean> {
  if ((await listErasureFiles(store)).length > 0) return false
  const all: (Row | Gone)[] = []
  for (let from = first, more = true; more;) {
    const rows = await readRows(platform, sql`customer_id > ${from} order by customer_id limit ${atOnce}`)
    all.push(...rows)
    from = rows.at(-1)?.customer_id ?? from
    more = rows.length === atOnce
  }
  for (let from = { id: first, at: platform.clock.now() }, more = true; more;) {
    const rows = await readGone(platform, sql`(id, at) > (${from.id}, ${from.at}) order by id, at limit ${atOnce}`)
    all.push(...rows)
    from = rows.at(-1) ?? from
    more = rows.length === atOnce
  }
  if (all.length > 0) await record(platform, store, all)
  return true
}

function readRows({ db }: Platform, which: ReturnType<typeof sql>): Promise<Row[]> {
  return db.readAsService<Row>(
    sql`select workspace_id, customer_id, merged, refused, at from private.erasures where ${which}`,
  )
}

function readGone({ db }: Platform, which: ReturnType<typeof sql>): Promise<Gone[]> {
  return db.readAsService<Gone>(sql`select kind, id, at, lifted_at from private.deletions where ${which}`)
}
