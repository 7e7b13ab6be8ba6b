import { sql } from 'kysely'
import { z } from 'zod'
import { safeName } from '#platform/files/safe-name.ts'
import { queryParsed, queryRows } from '#platform/sql/compile-statement.ts'
import type { Session } from '#platform/sql/session.ts'
import { bytesOf } from '#supabase/storage/objects/object-key.ts'
import type { WorkspaceTable } from './workspace-tables.ts'

/** `place`: its path in the export, which keeps the name that people know. */
export type WorkspaceFile = { key: string; place: string }

const document = z.object({ key: z.string(), name: z.string() })

/** Documents, found by the columns that name them (`file_key`), and files in buckets. */
export async function listWorkspaceFiles(
  session: Session,
  workspaceId: string,
  tables: WorkspaceTable[],
): Promise<WorkspaceFile[]> {
  const found = new Map<string, string>()
  const add = (key: string, folder: string, name: string) => {
    const id = key.slice(key.lastIndexOf('/') + 1)
    if (!found.has(key)) found.set(key, `files/${folder}/${id}${name && `-${safeName(name)}`}`)
  }
  const titled = tables.toSorted((a, b) => Number(has(b, 'title')) - Number(has(a, 'title')))
  for (const table of titled.filter(one => has(one, 'file_key'))) {
    const rows = await queryParsed(
      session,
      document,
      `select file_key as key, ${has(table, 'title') ? 'title' : "''"} as name from ${table.name}
      where ${table.where} and file_key is not null order by 1`,
    )
    for (const { key, name } of rows) add(key, 'documents', name)
  }
  const stored = await queryRows(
    session,
    sql<{ bucket: string; version: string; name: string }>`select bucket_id as bucket, version,
      coalesce(user_metadata ->> 'name', '') as name from storage.objects
    where split_part(name, '/', 1) = ${workspaceId} and version is not null order by 1, 2`,
  )
  for (const { bucket, version, name } of stored) {
    const key = bytesOf(version)
    if (key) add(key, safeName(bucket), name)
  }
  return [...found].map(([key, place]) => ({ key, place }))
}

function has({ columns }: WorkspaceTable, column: string): boolean {
  return columns.split(', ').includes(column)
}
