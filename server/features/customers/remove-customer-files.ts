import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { failImport, type ImportRow } from './imports/import-row.ts'
import { dropExports } from './rights/export-customer.ts'

/** Before the rows go when a shop is closed: only the rows name the files. */
export async function removeCustomerFiles(
  platform: Platform,
  { workspace_id: workspaceId }: EventCatalogue['workspace.deleted'],
): Promise<void> {
  await dropExports(platform, sql`workspace_id = ${workspaceId}`)
  const lists = await platform.db.readAsService<Pick<ImportRow, 'id' | 'workspace_id'>>(sql`select id, workspace_id
    from imports where workspace_id = ${workspaceId} and status in ('read', 'checking', 'checked', 'importing')`)
  for (const list of lists) await failImport(platform, list, 'expired')
}
