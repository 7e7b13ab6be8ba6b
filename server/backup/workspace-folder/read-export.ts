import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '#platform/text/parse-json.ts'
import { type ExportedSecret, exportedSecrets, exportFormat, type ExportManifest } from './export-manifest.ts'
import { exportManifestSchema } from './export-manifest.ts'
import { type ImportedTable, leftInFolder } from './imported-tables.ts'
import { refuseImport } from './refuse-import.ts'

const rowsAtOnce = 200
/** A path from copyFile; never leaves the folder. */
const placePattern = /^files(\/[^/\\\0]+)+$/

export async function readManifest(folder: string): Promise<ExportManifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => '')
  const value = parseJson(text) as { format?: unknown } | undefined
  if (typeof value !== 'object' || value === null) throw refuseImport('no_export', { folder })
  if (value.format !== exportFormat)
    throw refuseImport('other_format', { format: String(value.format), known: exportFormat })
  const read = exportManifestSchema.safeParse(value)
  if (!read.success || Object.keys(read.data.files).some(place => !isPlace(place)))
    throw refuseImport('changed', { file: 'manifest.json' })
  return read.data
}

function isPlace(place: string): boolean {
  return placePattern.test(place) && !place.split('/').includes('..')
}

/** @throws StartError if a file or row is not as it was exported, or a row belongs to another workspace */
export async function checkExport(folder: string, manifest: ExportManifest, tables: ImportedTable[]): Promise<void> {
  for (const name of Object.keys(manifest.tables)) {
    const table = tables.find(one => one.name === name)
    if (table?.columns !== manifest.tables[name]?.columns && !leftInFolder.includes(name))
      throw refuseImport('unknown_table', { table: name })
    for await (const rows of readTable(folder, manifest, name)) void rows
  }
  for (const [place, { sha256 }] of Object.entries(manifest.files)) await checkHash(folder, place, sha256)
  if (manifest.secrets_sha256) await checkHash(folder, 'secrets.json', manifest.secrets_sha256)
}

async function checkHash(folder: string, place: string, sha256: string): Promise<void> {
  const path = await fileOf(folder, place)
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  if (hash.digest('hex') !== sha256) throw refuseImport('changed', { file: place })
}

/** Links are refused: they could point outside the folder. */
export async function fileOf(folder: string, place: string): Promise<string> {
  const path = join(folder, place)
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isFile()) throw refuseImport('missing', { file: place })
  return path
}

/** Some rows at a time, each as it was written. @throws StartError as `checkExport`; of a sum that differs only at the end */
export async function* readTable(folder: string, manifest: ExportManifest, name: string): AsyncGenerator<string[]> {
  const wanted = manifest.tables[name]
  if (!wanted) return
  const file = `tables/${name}.json`
  const columns = new Set(wanted.columns.split(', ').map(column => column.replaceAll('"', '')))
  const sum = makeSum()
  let rows: string[] = []
  for await (const line of linesOf(await fileOf(folder, file))) {
    if (line === '[' || line === ']') continue
    const text = line.endsWith(',') ? line.slice(0, -1) : line
    const row = parseJson(text) as Record<string, unknown> | undefined
    if (!row || Object.keys(row).some(column => !columns.has(column))) throw refuseImport('changed', { file })
    if (!isOf(manifest.workspace.id, name, columns, row)) throw refuseImport('foreign_row', { table: name })
    sum.add(text)
    rows.push(text)
    if (rows.length === rowsAtOnce) {
      yield rows
      rows = []
    }
  }
  if (sum.rows() !== wanted.rows || sum.text() !== wanted.sum) throw refuseImport('changed', { file })
  yield rows
}

/** Not `readline`: it ends a line at U+2028 too, which customers write. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + (chunk as string)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}

/** Files are asked for and deleted by their key. */
function isOf(id: string, table: string, columns: Set<string>, row: Record<string, unknown>): boolean {
  if (table === 'public.workspaces') return row['id'] === id
  if (typeof row['file_key'] === 'string' && !isDocumentOf(id, row['file_key'])) return false
  if (table === 'storage.objects') return String(row['name']).startsWith(`${id}/`)
  return !columns.has('workspace_id') || row['workspace_id'] === id
}

export function isDocumentOf(workspaceId: string, key: string): boolean {
  return key.startsWith(`sources/${workspaceId}/`) && !key.split('/').includes('..')
}

/** Must match the sum that `sumRows` computes in SQL. */
export function makeSum() {
  const parts = [0n, 0n, 0n, 0n]
  let count = 0
  return {
    add(text: string) {
      count++
      const hash = createHash('sha256').update(text).digest('hex')
      parts.forEach((part, at) => (parts[at] = part + BigInt(`0x${hash.slice(at * 15, at * 15 + 15)}`)))
    },
    rows: () => count,
    text: () => parts.join('-'),
  }
}

export async function readExportedSecrets(folder: string, manifest: ExportManifest): Promise<ExportedSecret[]> {
  if (!manifest.secrets_sha256) return []
  const read = exportedSecrets.safeParse(parseJson(await readFile(await fileOf(folder, 'secrets.json'), 'utf8')))
  if (!read.success) throw refuseImport('changed', { file: 'secrets.json' })
  return read.data
}
