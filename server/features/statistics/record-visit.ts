import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { days, hours } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Result } from '#shared/contracts/api.ts'

const minAbsence = days(14)
/** How long the greeting stays. */
const greetingDuration = hours(12)

/** Idempotent: the absence stays until the greeting was shown. */
export function recordVisit(
  platform: Platform,
  { workspaceId, personId }: Caller,
): Promise<Result<'POST /api/v1/visits'>> {
  const now = platform.clock.now()
  const before = (ms: number): Date => new Date(now.getTime() - ms)
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{ away_since: Date | null; received: number }>`with recorded as (
        insert into private.member_visits as v (workspace_id, person_id, visited_at) values (${workspaceId}, ${personId}, ${now})
        on conflict (workspace_id, person_id) do update set visited_at = excluded.visited_at,
          away_since = case when v.visited_at < ${before(minAbsence)} then v.visited_at when v.back_at > ${before(greetingDuration)} then v.away_since end,
          back_at = case when v.visited_at < ${before(minAbsence)} then excluded.visited_at else v.back_at end
        returning away_since)
      select away_since, coalesce((select sum(received) from private.statistics_hourly
        where workspace_id = ${workspaceId} and hour >= away_since), 0)::int as received from recorded`.execute(tx)
    const [visit] = rows
    return {
      away: visit?.away_since ? { since: visit.away_since.toISOString(), received: visit.received } : null,
    }
  })
}
