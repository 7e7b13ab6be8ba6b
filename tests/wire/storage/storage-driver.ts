import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'

/** '<status> <statusCode> <error> <code>' */
export async function refusalOf(response: Response): Promise<string> {
  const { statusCode, error, code } = (await response.json()) as { statusCode: string; error: string; code: string }
  return `${response.status} ${statusCode} ${error} ${code}`
}

/** Files on disk, the rows they belong to, and the number recorded as orphaned. */
export async function storedBytes(platform: Platform): Promise<{ files: string[]; versions: string[]; loose: number }> {
  const folder = join(platform.config.dataDir, 'files/objects')
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const { versions, loose } = await platform.db.asService(null, async tx => ({
    versions: await sql<{ version: string }>`select version from storage.objects order by version`.execute(tx),
    loose: await sql`select from storage.loose_files`.execute(tx),
  }))
  const files = found.filter(name => name.includes('/')).map(name => name.slice(name.indexOf('/') + 1))
  return {
    files: files.sort((a, b) => (a < b ? -1 : 1)),
    versions: versions.rows.map(row => row.version),
    loose: loose.rows.length,
  }
}
