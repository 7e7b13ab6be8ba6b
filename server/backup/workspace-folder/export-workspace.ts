import { localeOf } from '#shared/rules/text/number-format.ts'
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import { StartError } from '#platform/errors.ts'
import { FileMissing, type Files } from '#platform/files/files.ts'
import { isUuid } from '#platform/ids.ts'
import { readKeys } from '#platform/secrets/keys.ts'
import { makeSecretBox } from '#platform/secrets/secret-box.ts'
import { aboutSecret } from '#platform/secrets/stored-secrets.ts'
import { queryRows } from '#platform/sql/compile-statement.ts'
import type { Session } from '#platform/sql/session.ts'
import { tableAsCsv } from '#shared/rules/text/csv.ts'
import { shopExportTexts } from '#shared/texts/operator/shop-export-texts.ts'
import { type Language, languages } from '#shared/words.ts'
import type { Config } from '../../config.ts'
import { type ExportedSecret, exportFormat, type ExportManifest } from './export-manifest.ts'
import { hashed } from '../make-backup.ts'
import { readRows } from '../rows-in-batches.ts'
import { seeAllRows } from '../see-all-rows.ts'
import { listMigrations, sumRows } from '../tables.ts'
import { type Snapshot, takeSnapshot } from '../take-snapshot.ts'
import { listWorkspaceFiles, type WorkspaceFile } from './workspace-files.ts'
import { listWorkspaceTables, type WorkspaceTable } from './workspace-tables.ts'

type Shop = ExportManifest['workspace']
type Task = { id: string; folder: string; withSecrets: boolean }

/** One moment of one workspace, in a folder that people and programs read. @throws StartError; nothing of a failed one stays */
export async function exportWorkspace(config: Config, clock: Clock, task: Task): Promise<ExportManifest> {
  const { id, folder } = task
  if (!isUuid(id)) throw new StartError(`${task.id} is no id of a workspace.`)
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new StartError(`${folder} is not empty.`)
  const snapshot = await takeSnapshot(config)
  try {
    await seeAllRows(snapshot.session)
    const shop = await findShop(snapshot.session, id)
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
    // A name nobody else can have chosen: the folder is deleted with everything in it.
    const part = await mkdtemp(`${folder}-`)
    try {
      const manifest = await writeParts(config, clock, { ...task, folder: part, shop, snapshot })
      await moveInto(folder, part)
      return manifest
    } catch (error) {
      await rm(part, { recursive: true, force: true })
      throw error
    }
  } finally {
    await snapshot.close()
  }
}

async function writeParts(
  config: Config,
  clock: Clock,
  { id, folder, withSecrets, shop, snapshot: { session, files } }: Task & { shop: Shop; snapshot: Snapshot },
): Promise<ExportManifest> {
  await mkdir(join(folder, 'tables'), { mode: 0o700 })
  const migrations = await listMigrations(session)
  const manifest: ExportManifest = {
    ...{ format: exportFormat, made_at: clock.now().toISOString(), workspace: shop },
    schema: migrations.at(-1)?.name ?? '',
    ...{ tables: {}, files: {}, missing: [], with_secrets: withSecrets, secrets_sha256: null },
  }
  const tables = await listWorkspaceTables(session, id)
  for (const table of tables) {
    const sum = await sumRows(session, table)
    if (sum.rows === 0) continue
    manifest.tables[table.name] = { ...sum, columns: table.columns }
    await writeTable(session, table, join(folder, 'tables', table.name), shop.language)
  }
  for (const file of await listWorkspaceFiles(session, id, tables)) await copyFile(files, file, folder, manifest)
  if (withSecrets)
    manifest.secrets_sha256 = await writeJson(join(folder, 'secrets.json'), await openSecrets(config, session, id))
  for (const language of languages)
    await writeFile(join(folder, `README.${language}.md`), readmeOf(manifest, language), { mode: 0o600 })
  await writeJson(join(folder, 'manifest.json'), manifest)
  return manifest
}

/** Somebody may have put something into the folder since it was looked at: only an empty one goes. */
async function moveInto(folder: string, part: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTEMPTY') throw new StartError(`${folder} is not empty.`)
    if (error.code !== 'ENOENT') throw error
  })
  await rename(part, folder)
}

async function findShop(session: Session, id: string): Promise<Shop> {
  const [shop] = await queryRows(session, sql<Shop>`select id, name, language from public.workspaces where id = ${id}`)
  if (!shop) throw new StartError(`There is no workspace ${id}.`)
  return shop
}

/** As CSV for people, and as JSON, which loses nothing. */
async function writeTable(session: Session, table: WorkspaceTable, place: string, language: Language): Promise<void> {
  const columns = table.columns.split(', ').map(name => name.replaceAll('"', ''))
  const [csv, json] = [await open(`${place}.csv`, 'wx', 0o600), await open(`${place}.json`, 'wx', 0o600)]
  try {
    await csv.write(tableAsCsv([columns], language))
    let before = '[\n'
    for await (const rows of readRows(session, table)) {
      const cells = rows.map(row => {
        const values = JSON.parse(row) as Record<string, unknown>
        return columns.map(name => cellOf(values[name]))
      })
      // Only the beginning of the file has the mark of UTF-8.
      await csv.write(tableAsCsv(cells, language).replace(/^\uFEFF/, ''))
      await json.write(before + rows.join(',\n'))
      before = ',\n'
    }
    await json.write('\n]\n')
  } finally {
    await closeAll([csv, json])
  }
}

async function closeAll(handles: FileHandle[]): Promise<void> {
  for (const handle of handles) await handle.close()
}

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  return JSON.stringify(value)
}

async function copyFile(
  files: Files,
  { key, place }: WorkspaceFile,
  folder: string,
  manifest: ExportManifest,
): Promise<void> {
  const to = join(folder, place)
  const hash = createHash('sha256')
  try {
    const content = await files.read(key)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await pipeline(content, source => hashed(source, hash), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    manifest.missing.push(key)
    return
  }
  manifest.files[place] = { key, sha256: hash.digest('hex') }
}

/** Decrypted: ciphertext could only be read with this installation’s keys. */
async function openSecrets(config: Config, session: Session, id: string): Promise<ExportedSecret[]> {
  const box = makeSecretBox((await readKeys(config.dataDir, config)).secrets)
  const rows = await queryRows(
    session,
    sql<{ owner: string; name: string; locked: string }>`select owner, name, locked from private.secrets
    where workspace_id = ${id} order by 1, 2`,
  )
  return rows.map(({ owner, name, locked }) => {
    try {
      return { owner, name, text: box.open(locked, aboutSecret({ workspaceId: id, owner, name })) }
    } catch {
      return { owner, name, text: null }
    }
  })
}

/** Returns its SHA-256. */
async function writeJson(file: string, value: object): Promise<string> {
  const text = `${JSON.stringify(value, null, 1)}\n`
  await writeFile(file, text, { mode: 0o600 })
  return createHash('sha256').update(text).digest('hex')
}

function readmeOf({ workspace, made_at: at, tables, files, with_secrets }: ExportManifest, language: Language): string {
  const texts = shopExportTexts(language)
  const time = new Intl.DateTimeFormat(localeOf(language), {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Ho_Chi_Minh' },
  }).format(new Date(at))
  const counted = Object.entries(tables).map(([name, { rows }]) => `| \`${name}\` | ${rows} |`)
  return [
    `# ${workspace.name.replaceAll(/\s+/g, ' ')}`,
    texts.madeAt.replace('{time}', time),
    texts.contents,
    with_secrets ? texts.secretsIn : texts.secretsOut,
    texts.personal,
    `## ${texts.tables}`,
    `| ${texts.table} | ${texts.rows} |\n|---|---|\n${counted.join('\n')}`,
    texts.files.replace('{count}', String(Object.keys(files).length)),
    '',
  ].join('\n\n')
}
