import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { readMigrations } from '#platform/sql/migrations.ts'
import { maxConnections } from '#platform/sql/postgresql-engine.ts'
import type { Finding } from './finding.ts'

/** Its pool, and one that listens. */
const perProcess = maxConnections + 1

export async function checkVersions({ db }: Platform): Promise<Finding> {
  const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const [row] = await db.readAsService(
    sql<{ server: string; last: string | null }>`select current_setting('server_version') as server,
      (select max(name) from private.migrations where name like '%.sql') as last`,
  )
  const here = readMigrations().at(-1)?.name
  const kind = db.engine.kind === 'embedded' ? 'embedded PostgreSQL' : 'PostgreSQL'
  return {
    ...{ name: 'Versions', state: row?.last === here ? 'ok' : 'bad' },
    text: `Sen ${version}, ${kind} ${row?.server}, migrations up to ${row?.last}`,
    advice: `This program has them up to ${here}: start the same version everywhere.`,
  }
}

export async function checkConnections({ db }: Platform): Promise<Finding[]> {
  if (db.engine.kind === 'embedded') return []
  const [row] = await db.readAsService(
    sql<{ max: number; used: number }>`select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int as max,
      (select coalesce(sum(numbackends), 0) from pg_stat_database)::int as used`,
  )
  return row ? [connectionsFinding(row)] : []
}

/** @param used by everybody on that server, whatever their database */
export function connectionsFinding({ max, used }: { max: number; used: number }): Finding {
  const left = Math.max(0, max - used)
  return {
    ...{ name: 'Connections', state: max < perProcess ? 'bad' : left < perProcess ? 'look' : 'ok' },
    text: `${used} of ${max} of PostgreSQL are open, and each process takes up to ${perProcess}`,
    advice: `Set max_connections to ${perProcess} for each process, and 10 more for backups and yourself; then restart PostgreSQL.`,
  }
}
