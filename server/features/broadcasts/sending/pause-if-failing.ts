import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { countNow } from '../drafts/count-broadcast.ts'
import { pause } from './pause.ts'

/** At this share of refusals or failures, something is wrong and a person must look. */
const refusals = { among: 200, share: 0.05 }
const failures = { among: 20, share: 0.2 }

type Counted = { sent: number; failed: number; refused: number }
type Place = { workspaceId: string; id: string }

const number = (name: string) => sql`coalesce((counters -> 'states' ->> ${name}::text)::int, 0)`
// Platforms report a block only when something is sent.
const because = (code: string) => sql`coalesce((counters -> 'reasons' ->> ${code}::text)::int, 0)`
const counted = sql`jsonb_build_object('sent', ${number('sent')} + ${number('delivered')} + ${number('read')}, 'failed', ${number('failed')},
  'refused', coalesce((counters ->> 'refused')::int, 0) + ${because('zalo.person_refuses')} + ${because('facebook.recipient_unreachable')})`

/** Counts only what happened since an admin last resumed it. */
export async function pauseIfFailing(platform: Platform, tx: Tx, place: Place): Promise<void> {
  const { rows } = await sql<{
    now: Counted
    seen: Counted | null
  }>`select ${counted} as now, counters -> 'seen' as seen from broadcasts
    where workspace_id = ${place.workspaceId} and id = ${place.id} and status = 'running'`.execute(tx)
  const [row] = rows
  if (!row) return
  const { now, seen } = row
  const since = (what: keyof Counted) => Math.max(0, now[what] - (seen?.[what] ?? 0))
  const [sent, failed, refused] = [since('sent'), since('failed'), since('refused')]
  if (sent >= refusals.among && refused > sent * refusals.share) await pause(platform, tx, place, 'refusals')
  else if (sent + failed >= failures.among && failed > (sent + failed) * failures.share)
    await pause(platform, tx, place, 'failures')
}

/** An admin resumed it in spite of failures and refusals until now: these no longer count. */
export async function rememberSeen(platform: Platform, tx: Tx, place: Place): Promise<void> {
  await countNow(platform, tx, place)
  await sql`update broadcasts set counters = counters || jsonb_build_object('seen', ${counted})
    where workspace_id = ${place.workspaceId} and id = ${place.id}`.execute(tx)
}
