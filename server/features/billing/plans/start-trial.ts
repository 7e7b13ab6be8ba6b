import { sql } from 'kysely'
import { closeMonths, setLimits } from '#features/usage/set-limits.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import { claimTrial } from './claim-trial.ts'

const atOnce = 1000

type Plan = {
  messages: number | null
  campaigns: number | null
  connections: number | null
  documents: number | null
  members: number | null
  trial_days: number
}

/** In the transaction that opens the workspace: none is seen without limits. Without a trial left, it starts expired. */
export async function startTrial(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, person_id: personId }: { workspace_id: string; person_id: string },
): Promise<void> {
  const start = platform.clock.now()
  const { rows } =
    await sql<Plan>`select messages, campaigns, connections, documents, members, trial_days from plans where code = 'trial' and trial_days is not null`.execute(
      tx,
    )
  const plan = rows[0]
  if (!plan) throw new Error('The plans table has no trial.')
  const isFirst = await claimTrial(platform, tx, personId)
  const end = isFirst ? after(start, days(plan.trial_days)) : start
  await sql`insert into subscriptions (workspace_id, plan, status, period_start, period_end)
    values (${workspaceId}, 'trial', ${isFirst ? 'trialing' : 'expired'}, ${start}, ${end})`.execute(tx)
  const { messages, campaigns, connections, documents, members } = plan
  await setLimits(tx, workspaceId, { start, end }, { messages, campaigns, connections, documents, members })
  if (isFirst) await platform.jobs.emit(tx, 'trial.started', { workspace_id: workspaceId, ends_at: end.toISOString() })
  else await closeMonths(tx, workspaceId, start)
}

/** The bot stops; members can still reply by hand. */
export async function endTrials(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const due = await platform.db.readAsService<{ workspace_id: string }>(sql`select workspace_id from subscriptions
    where status = 'trialing' and period_end <= ${now} order by period_end limit ${atOnce}`)
  await forEachLogged(platform, 'end trials', due, ({ workspace_id: id }) =>
    platform.db.asService(id, async tx => {
      const { rows } = await sql`update subscriptions set status = 'expired'
        where workspace_id = ${id} and status = 'trialing' and period_end <= ${now} returning workspace_id`.execute(tx)
      if (rows.length > 0) await platform.jobs.emit(tx, 'trial.ended', { workspace_id: id })
    }),
  )
}
