import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { StartError } from '#platform/errors.ts'
import type { Erasure } from '#features/customers/rights/erasure.ts'
import { clearUnimportedLater } from '#features/training/sources/clear-unimported.ts'
import type { Limits } from '#features/usage/set-limits.ts'
import { after, hours } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { boundTo } from '#platform/sql/bound-statements.ts'
import { queryRows } from '#platform/sql/compile-statement.ts'
import type { Tx } from '#platform/sql/database.ts'
import { readMigrations } from '#platform/sql/migrations.ts'
import type { Session } from '#platform/sql/session.ts'
import { saveSecret } from '#platform/secrets/stored-secrets.ts'
import { bytesOf } from '#supabase/storage/objects/object-key.ts'
import { dropBytes, expectBytes } from '#supabase/storage/objects/orphan-files.ts'
import type { ExportManifest } from './export-manifest.ts'
import { exportedMember, type ExportedMember, importPeople } from './import-people.ts'
import { type ImportedTable, listImportedTables, productBuckets } from './imported-tables.ts'
import { applyErasures, planErasures } from '../erasures/apply-erasures.ts'
import type { Erasures } from '../erasures/read-lists.ts'
import { sha256Of } from '../make-backup.ts'
import { longTransaction } from '../long-transaction.ts'
import { dropDeleted, liftIfWanted, minuteOf, refuseDeleted } from './import-deleted.ts'
import { checkExport, fileOf, isDocumentOf, readExportedSecrets, readManifest, readTable } from './read-export.ts'
import { refuseImport } from './refuse-import.ts'
import { loadTable, refuseForeignParents } from './load-table.ts'
import type { PlanCode } from '#shared/words.ts'
import { settleImport, settleLimits } from './settle-import.ts'

export type ImportedPlan = { code: PlanCode; status: string; until: Date | null; limits: Limits }
export type Imported = {
  manifest: ExportManifest
  rows: number
  files: number
  plan: ImportedPlan
  closed: number
  erased: number
}

/** What the lists of erased people say. */
type ListedBefore = Pick<Erasures, 'all' | 'deletions' | 'spared'>

/** The folder is proven before anything is written; files come before rows, and those in one transaction. @throws StartError */
export async function importWorkspace(
  platform: Platform,
  folder: string,
  erasures: ListedBefore = { all: [], deletions: [], spared: [] },
): Promise<Imported> {
  const manifest = await readManifest(folder)
  refuseOtherVersion(manifest)
  refuseDeleted(manifest, erasures)
  const { engine } = platform.db
  const session = await engine.acquire()
  let tables: ImportedTable[]
  try {
    tables = await listImportedTables(session, manifest.workspace.id)
  } finally {
    engine.release(session, false)
  }
  await checkExport(folder, manifest, tables)
  await refuseKnown(platform, manifest.workspace.id)
  const files = await listFiles(folder, manifest)
  const saved: ExportedFile[] = []
  await clearUnimportedLater(platform, manifest.workspace.id)
  try {
    for (const file of files) if (await saveFile(platform, folder, file)) saved.push(file)
    const { due, ...loaded } = await longTransaction(engine, session =>
      load(platform, session, { folder, manifest, tables, erasures }),
    )
    await applyErasures(platform, due)
    return { manifest, files: files.length, ...loaded, erased: due.length }
  } catch (error) {
    // After another failure the rows may be there: bytes without rows are removed a day later.
    if (error instanceof StartError) for (const file of saved) await removeFile(platform, file).catch(() => {})
    throw error
  }
}

/** Rows from another schema version would skip its migrations. */
function refuseOtherVersion({ schema }: ExportManifest): void {
  const here = readMigrations().at(-1)?.name ?? ''
  if (schema !== here) throw refuseImport(schema > here ? 'newer' : 'older', { there: schema, here })
}

async function refuseKnown({ db }: Platform, id: string): Promise<void> {
  const [found] = await db.readAsService<{ deleted_at: Date | null }>(
    sql`select deleted_at from workspaces where id = ${id}`,
  )
  if (found?.deleted_at) throw refuseImport('deleted_here', { id, at: minuteOf(found.deleted_at.toISOString()) })
  if (found) throw refuseImport('there', { id })
}

type ExportedFile = { key: string; place: string; sha256: string; version?: string }

/** Only files whose rows are imported. A key contains its workspace or belongs to a row. */
async function listFiles(folder: string, manifest: ExportManifest): Promise<ExportedFile[]> {
  const versions = new Map<string, string>()
  for await (const rows of readTable(folder, manifest, 'storage.objects'))
    for (const row of rows) {
      const { bucket_id: bucket, version } = JSON.parse(row) as { bucket_id: string; version: string | null }
      const key = bytesOf(version)
      if (key && version && productBuckets.includes(bucket)) versions.set(key, version)
    }
  return Object.entries(manifest.files).flatMap(([place, { key, sha256 }]) => {
    const version = versions.get(key)
    if (version) return [{ key, place, sha256, version }]
    return isDocumentOf(manifest.workspace.id, key) ? [{ key, place, sha256 }] : []
  })
}

function removeFile(platform: Platform, { key, version }: ExportedFile): Promise<void> {
  return version ? dropBytes(platform, version) : platform.files.remove(key)
}

/** Returns whether it was not there before. @throws StartError if another file has its place */
async function saveFile(platform: Platform, folder: string, file: ExportedFile): Promise<boolean> {
  const { key, place, sha256, version } = file
  const { files } = platform
  if (await files.exists(key)) {
    if ((await sha256Of(await files.read(key))) !== sha256) throw refuseImport('other_file', { file: key })
    // What a killed import left is about to be removed.
    await platform.db.asService(null, tx =>
      sql`update storage.loose_files set due = ${after(platform.clock.now(), hours(24))} where version = ${version ?? ''}`.execute(
        tx,
      ),
    )
    return false
  }
  // Removed a day later if the rows never come.
  if (version) await expectBytes(platform, version)
  const content: Readable = createReadStream(await fileOf(folder, place))
  const saved = await files.save(key, content, { maxBytes: Infinity })
  if (saved.sha256 === sha256) return true
  await removeFile(platform, file)
  throw refuseImport('changed', { file: place })
}

type Arrived = { folder: string; manifest: ExportManifest; tables: ImportedTable[]; erasures: ListedBefore }

async function load(
  platform: Platform,
  session: Session,
  { folder, manifest, tables, erasures }: Arrived,
): Promise<Pick<Imported, 'rows' | 'plan' | 'closed'> & { due: Erasure[] }> {
  await session.query('set local role service_role', [])
  const { id, language } = manifest.workspace
  const tx: Tx = boundTo(({ text, parameters }) => session.query(text, parameters))
  const people = await importPeople(platform, tx, await readMembers(folder, manifest), { language, erasures })
  let rows = 0
  for (const table of tables.filter(({ name }) => manifest.tables[name]))
    rows += await loadTable(session, readTable(folder, manifest, table.name), table, people)
  await refuseForeignParents(session, tables)
  await dropDeleted(tx, id, people.deleted)
  await liftIfWanted(platform, tx, id, erasures)
  const [shop] = await queryRows(
    session,
    sql<{
      kind: string
      code: PlanCode | null
      status: string | null
      until: Date | null
    }>`select w.kind, s.plan as code, s.status, greatest(s.paid_until, s.period_end) as until
      from workspaces w left join subscriptions s on s.workspace_id = w.id where w.id = ${id}`,
  )
  if (shop?.kind !== 'shop' || !shop.code || !shop.status) throw refuseImport('no_shop')
  let closed = 0
  for (const { owner, name, text } of await readExportedSecrets(folder, manifest)) {
    if (text === null) closed++
    else await saveSecret(platform, tx, { workspaceId: id, owner, name }, text)
  }
  await settleImport(platform, tx, id)
  const limits = await settleLimits(platform, tx, id, shop.code)
  const theirs = erasures.all.filter(one => one.workspace_id === id)
  const due = await planErasures(tx, theirs, platform.clock.now())
  return { rows, closed, due, plan: { code: shop.code, status: shop.status, until: shop.until, limits } }
}

async function readMembers(folder: string, manifest: ExportManifest): Promise<ExportedMember[]> {
  const members: ExportedMember[] = []
  for await (const rows of readTable(folder, manifest, 'public.members'))
    for (const row of rows) {
      const read = exportedMember.safeParse(JSON.parse(row))
      // A workspace's id as a person's would be replaced as one.
      if (!read.success || read.data.person_id === manifest.workspace.id)
        throw refuseImport('unfit', { what: 'public.members' })
      members.push(read.data)
    }
  return members
}
