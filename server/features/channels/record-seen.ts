import { sql } from 'kysely'
import { after, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Widget } from './website/find-widget.ts'

/** Pages load often, so writes are limited. */
const writtenEvery = hours(1)
const maxHosts = 50

export async function recordSeen(
  platform: Platform,
  tx: Tx,
  widget: Pick<Widget, 'id' | 'workspaceId'>,
  origin: string,
): Promise<void> {
  const { host } = new URL(origin)
  const now = platform.clock.now()
  await sql`update channels set health = jsonb_set(health, '{seen}', coalesce(health -> 'seen', '{}') || jsonb_build_object(${host}::text, ${now.toISOString()}::text))
    where workspace_id = ${widget.workspaceId} and id = ${widget.id}
      and coalesce((health -> 'seen' ->> ${host}::text)::timestamptz, '-infinity') < ${after(now, -writtenEvery)}
      and (health -> 'seen' ? ${host}::text or (select count(*) from jsonb_object_keys(coalesce(health -> 'seen', '{}'))) < ${maxHosts})`.execute(
    tx,
  )
}
