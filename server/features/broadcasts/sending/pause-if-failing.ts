import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { pause } from './pause.ts'

/** At this share of refusals or failures, something is wrong and a person must look. */
const refusals = { among: 200, share: 0.05 }
const failures = { among: 20, share: 0.2 }

type Counted = { sent: number; failed: number; refused: number }

export async function pauseIfFailing(
  platform: Platform,
  tx: Tx,
  place: { workspaceId: string; id: string },
): Promise<void> {
  const number = (name: string) => sql`coalesce((counters -> 'states' ->> ${name}::text)::int, 0)`
  const { rows } =
    await sql<Counted>`select ${number('sent')} + ${number('delivered')} + ${number('read')} as sent, ${number('failed')} as failed,
      coalesce((counters ->> 'refused')::int, 0) as refused
    from broadcasts where workspace_id = ${place.workspaceId} and id = ${place.id} and status = 'running'`.execute(tx)
  const [counted] = rows
  if (!counted) return
  const { sent, failed, refused } = counted
  if (sent >= refusals.among && refused > sent * refusals.share) await pause(platform, tx, place, 'refusals')
  else if (sent + failed >= failures.among && failed > (sent + failed) * failures.share)
    await pause(platform, tx, place, 'failures')
}
