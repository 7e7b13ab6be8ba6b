import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { notify } from './notify.ts'
import { nameOf } from './notify-shop.ts'

/** The legal deadline is near. Names are shown only on the screen. */
export async function notifyDataRequest(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, request_id: id, what }: EventCatalogue['data-request.due'],
): Promise<void> {
  const data = { what: `data_request_${what}`, workspace: await nameOf(tx, workspaceId) }
  await notify(platform, tx, 'admins', { workspaceId, kind: 'system', matter: `data request ${id} ${what}`, data })
}
