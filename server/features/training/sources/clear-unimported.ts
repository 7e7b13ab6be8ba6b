import { sql } from 'kysely'
import { after, hours } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'

type Unimported = { workspace_id: string }

export function clearKey(workspaceId: string): string {
  return `clear unimported ${workspaceId}`
}

/** Call before documents of another installation are stored: they are removed a day later if their workspace has not come. */
export async function clearUnimportedLater(platform: Platform, workspaceId: string): Promise<void> {
  await platform.db.asService(null, tx =>
    platform.jobs.enqueue(tx, {
      ...{ kind: 'clear unimported', key: clearKey(workspaceId), payload: { workspace_id: workspaceId } },
      runAt: after(platform.clock.now(), hours(24)),
    }),
  )
}

export async function clearUnimported(platform: Platform, { workspace_id: workspaceId }: Unimported): Promise<void> {
  const found = await platform.db.readAsService(sql`select from workspaces where id = ${workspaceId}`)
  if (found.length > 0) return
  for await (const key of platform.files.keys())
    if (key.startsWith(`sources/${workspaceId}/`)) await platform.files.remove(key)
}
