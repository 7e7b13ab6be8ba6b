import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'

export async function zoneOf(platform: Platform, workspaceId: string): Promise<string> {
  const [row] = await platform.db.readAsService(
    sql<{ zone: string }>`select time_zone as zone from workspaces where id = ${workspaceId}`,
  )
  return row?.zone ?? 'Asia/Ho_Chi_Minh'
}
