import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { disconnectChannel } from './disconnect-channel.ts'

export async function disconnectAll(platform: Platform, gone: EventCatalogue['workspace.deleted']): Promise<void> {
  const { workspace_id: workspaceId } = gone
  const rows = await platform.db.readAsService<{ id: string }>(
    sql`select id from channels where workspace_id = ${workspaceId} and status <> 'disconnected' order by id`,
  )
  for (const { id } of rows) await disconnectChannel(platform, { workspaceId }, { id })
}
