import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { runsQuery } from '#shared/contracts/campaigns/sequences.contract.ts'
import type { SequenceRun } from '#shared/contracts/campaigns/sequences.results.ts'
import { endRuns } from './run-row.ts'
import { forgetVersions, readSequence } from './sequence-row.ts'

type Run = WithDates<SequenceRun, 'next_at' | 'entered_at' | 'ended_at'>

/** @throws request.not_found */
export async function listRuns(
  platform: Platform,
  { workspaceId }: Caller,
  { id, live, after, limit }: { id: string } & z.output<typeof runsQuery>,
): Promise<{ runs: Run[]; next: string | null }> {
  return platform.db.asService(workspaceId, async tx => {
    await readSequence(tx, workspaceId, id)
    const { rows } =
      await sql<Run>`select r.id, r.customer_id, r.version, r.step, r.reason, r.next_at, r.entered_at, r.entered_by,
        r.path, r.ended_at, r.ended_why,
        coalesce(nullif(u.name, ''), (select k.name from contacts k where k.workspace_id = u.workspace_id and k.customer_id = u.id
          order by k.last_seen_at desc nulls last, k.id limit 1), '') as name
      from private.sequence_runs r join customers u on u.workspace_id = r.workspace_id and u.id = r.customer_id
      where r.workspace_id = ${workspaceId} and r.sequence_id = ${id} and r.step is not null ${live ? sql`and r.ended_at is null` : sql``}
        and (${after ?? null}::uuid is null or (r.entered_at, r.id) < (select entered_at, id from private.sequence_runs
          where workspace_id = ${workspaceId} and sequence_id = ${id} and id = ${after ?? null}))
      order by r.entered_at desc, r.id desc limit ${limit + 1}`.execute(tx)
    const runs = rows.slice(0, limit)
    return { runs, next: rows.length > limit ? (runs.at(-1)?.id ?? null) : null }
  })
}

/** @throws request.not_found if not inside */
export async function leaveRun(
  platform: Platform,
  { workspaceId }: Caller,
  { id, run_id: runId }: { id: string; run_id: string },
) {
  await platform.db.asService(workspaceId, async tx => {
    const which = sql`r.sequence_id = ${id} and r.id = ${runId}`
    if ((await endRuns(platform, tx, workspaceId, which, 'by_hand')) === 0) throw failure('request.not_found')
  })
  return {}
}

const atOnce = 500

/** Keeps only the last version. */
export async function closeSequence(
  platform: Platform,
  { workspace_id: workspaceId, sequence_id: id }: { workspace_id: string; sequence_id: string },
): Promise<void> {
  const some = sql`r.id in (select id from private.sequence_runs where workspace_id = ${workspaceId} and sequence_id = ${id}
    and ended_at is null order by id limit ${atOnce} for no key update)`
  for (;;) {
    const ended = await platform.db.asService(workspaceId, tx =>
      endRuns(platform, tx, workspaceId, some, 'sequence_ended'),
    )
    if (ended < atOnce) break
  }
  await platform.db.asService(workspaceId, tx => forgetVersions(tx, workspaceId, id, 1))
}
