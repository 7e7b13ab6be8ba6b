import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import { eraseSource } from '../sources/clear-source.ts'
import { removeFileLater } from './drop-new-version.ts'

export const versionRetentionDays = 30
export const maxVersions = 50
export const maxOldPassages = 40_000

type Ended = { source_id: string; version: number; file_key: string | null }

export async function forgetVersions(platform: Platform): Promise<void> {
  const since = after(platform.clock.now(), -days(versionRetentionDays))
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ workspace_id: string; oldest: number }>`
      with each as (select workspace_id, version, lead(made_at) over (partition by workspace_id order by version) as until,
          row_number() over (partition by workspace_id order by version desc) as back from knowledge_versions),
        past as (select workspace_id, live_until, sum(passages_count) over (partition by workspace_id order by live_until desc, source_id) as held
          from private.source_spans where live_until is not null),
        first as (select workspace_id, max(version) + 1 as oldest from each where until < ${since} or back > ${maxVersions} group by 1
          union all select workspace_id, max(live_until) from past where held > ${maxOldPassages} group by 1)
      select workspace_id, max(oldest) as oldest from first group by 1`.execute(tx),
  )
  await forEachLogged(platform, 'forget versions', rows, ({ workspace_id: workspaceId, oldest }) =>
    platform.db.asService(workspaceId, tx => forgetBefore(platform, tx, workspaceId, oldest)),
  )
}

export async function forgetBefore(platform: Platform, tx: Tx, workspaceId: string, oldest: number): Promise<void> {
  await sql`delete from knowledge_versions where workspace_id = ${workspaceId} and version < ${oldest}`.execute(tx)
  await sql`delete from private.wording_spans where workspace_id = ${workspaceId} and live_until <= ${oldest}`.execute(
    tx,
  )
  const { rows } =
    await sql<Ended>`delete from private.source_spans where workspace_id = ${workspaceId} and live_until <= ${oldest}
    returning source_id, version, file_key`.execute(tx)
  if (rows.length === 0) return
  await dropTexts(tx, workspaceId, rows)
  await dropFiles(platform, tx, workspaceId, rows)
  const { rows: gone } = await sql<{ id: string; parent_id: string | null }>`select id, parent_id from sources s
    where workspace_id = ${workspaceId} and id = any (${rows.map(row => row.source_id)}::uuid[]) and status = 'removed'
      and not exists (select from private.source_spans o where o.workspace_id = s.workspace_id and o.source_id = s.id) for update`.execute(
    tx,
  )
  for (const { id, parent_id } of gone) {
    await eraseSource(platform, tx, workspaceId, id)
    // A page belongs to its link and is not remembered.
    if (parent_id) await sql`delete from sources where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  }
}

async function dropTexts(tx: Tx, workspaceId: string, ended: Ended[]): Promise<void> {
  const rows = JSON.stringify(ended.map(({ source_id, version }) => ({ source_id, version })))
  const unused = sql`jsonb_to_recordset(${rows}::jsonb) as e(source_id uuid, version int)
    where t.workspace_id = ${workspaceId} and t.source_id = e.source_id and t.version = e.version
      and not exists (select from private.source_spans o where o.workspace_id = ${workspaceId} and o.source_id = t.source_id and o.version = t.version)`
  await sql`delete from private.source_texts t using ${unused}`.execute(tx)
  await sql`delete from passages t using ${unused} and not t.live`.execute(tx)
  for (const table of ['private.recognised_lines', 'private.recognised_pages'])
    await sql`delete from ${sql.raw(table)} l using sources s where l.workspace_id = ${workspaceId} and s.workspace_id = l.workspace_id
      and s.id = l.source_id and l.source_id = any (${ended.map(row => row.source_id)}::uuid[]) and l.reading < s.reading
      and not exists (select from private.source_texts t where t.workspace_id = l.workspace_id and t.source_id = l.source_id
        and t.version >= l.reading and t.version < s.reading)`.execute(tx)
}

async function dropFiles(platform: Platform, tx: Tx, workspaceId: string, ended: Ended[]): Promise<void> {
  const keys = [...new Set(ended.flatMap(row => row.file_key ?? []))]
  const { rows } = await sql<{ key: string }>`select key from unnest(${keys}::text[]) key
    where not exists (select from private.source_spans o where o.workspace_id = ${workspaceId} and o.file_key = key)
      and not exists (select from sources s where s.workspace_id = ${workspaceId} and s.file_key = key and s.status <> 'removed')`.execute(
    tx,
  )
  for (const { key } of rows) {
    await sql`update sources set file_key = null where workspace_id = ${workspaceId} and file_key = ${key}`.execute(tx)
    await removeFileLater(platform, tx, workspaceId, key)
  }
}
