import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

type Change = EventCatalogue['sso.changed']

/** For the audit log of the workspace, in this transaction. */
export async function recordChange(
  platform: Platform,
  tx: Tx,
  { workspaceId, personId }: { workspaceId: string; personId: string | null },
  action: Change['action'],
  target: string,
  meta: object = {},
): Promise<void> {
  await platform.jobs.emit(tx, 'sso.changed', { workspace_id: workspaceId, person_id: personId, action, target, meta })
}
