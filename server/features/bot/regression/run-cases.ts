import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { dayOf } from '#server/answering/reading/days.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import { after, minutes, seconds } from '#platform/clock.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { readSettings } from '../settings/settings.ts'
import { judgeCase, type Outcome } from './judge-case.ts'
import { countVerdicts, detailOf, readCases, type Stored } from './read-cases.ts'

const settles = seconds(3)
const RUNS = { max: 20, windowMs: minutes(10) }
const maxRuns = 50

export async function runCasesLater(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId }: EventCatalogue['knowledge.changed'],
): Promise<void> {
  const { rows } = await sql`select from regression_cases where workspace_id = ${workspaceId} limit 1`.execute(tx)
  if (rows.length === 0) return
  await platform.jobs.enqueue(tx, {
    kind: 'run regression',
    key: `regression:${workspaceId}`,
    lane: `regression ${workspaceId}`,
    payload: { workspace_id: workspaceId },
    runAt: after(platform.clock.now(), settles),
    latestMs: seconds(30),
  })
}

/** Idempotent for the same knowledge and settings. */
export async function runCases(platform: Platform, due: { workspace_id: string }): Promise<void> {
  const { workspace_id: workspaceId } = due
  const { knowledge, version } = await loadKnowledge(platform, workspaceId)
  const { cases, settings } = await platform.db.asService(workspaceId, async tx => ({
    cases: await readCases(tx, workspaceId),
    settings: await readSettings(tx, workspaceId),
  }))
  if (cases.length === 0) return
  const today = dayOf(platform.clock.now())
  const judged: { one: Stored; now: Outcome }[] = []
  for (const one of cases) {
    judged.push({ one, now: judgeCase({ knowledge, settings, today }, one) })
    await breathe()
  }
  const details = judged.flatMap(({ one, now }) => detailOf(one, lastOf(one), now) ?? [])
  const { better, worse, changed } = countVerdicts(details)
  await platform.db.asService(workspaceId, async tx => {
    const stored =
      await sql`insert into regression_runs (id, workspace_id, knowledge_version, total, better, worse, changed, details, finished_at)
      values (${newId()}, ${workspaceId}, ${version}, ${cases.length}, ${better}, ${worse}, ${changed},
        ${JSON.stringify(details)}::jsonb, ${platform.clock.now()})
      on conflict (workspace_id, knowledge_version) do update set total = excluded.total, better = excluded.better, worse = excluded.worse,
        changed = excluded.changed, details = excluded.details, finished_at = excluded.finished_at where excluded.details <> '[]'
      returning id`.execute(tx)
    if (stored.rows.length === 0) return
    await sql`delete from regression_runs where workspace_id = ${workspaceId} and id in (select id from regression_runs
      where workspace_id = ${workspaceId} order by knowledge_version desc offset ${maxRuns})`.execute(tx)
    const rows = JSON.stringify(judged.map(({ one, now }) => ({ id: one.id, ...now })))
    await sql`update regression_cases c set last_right = g.right, last_act = g.act, last_reply = g.reply, last_confidence = g.confidence
      from jsonb_to_recordset(${rows}::jsonb) as g(id uuid, "right" boolean, act text, reply text, confidence real)
      where c.workspace_id = ${workspaceId} and c.id = g.id`.execute(tx)
  })
}

export async function runCasesNow(platform: Platform, { workspaceId }: Caller): Promise<void> {
  await limit(platform, `run cases:${workspaceId}`, RUNS)
  await runCases(platform, { workspace_id: workspaceId })
}

function lastOf(one: Stored): { right: boolean; act: Stored['last_act']; reply: string } {
  return { right: one.last_right, act: one.last_act, reply: one.last_reply }
}
