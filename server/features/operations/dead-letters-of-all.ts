import { sql } from 'kysely'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { DeskDeadLetter } from '#shared/contracts/operator.results.ts'
import { type DeadLetter, openDeadLetters, replay } from './dead-letters.ts'

type OpenDeadLetter = WithDates<DeskDeadLetter, 'created_at'>

/** Without payloads, which may hold what a customer wrote. */
export async function listAllDeadLetters(platform: Platform): Promise<{ dead_letters: OpenDeadLetter[] }> {
  const rows = await platform.db
    .readAsService<OpenDeadLetter>(sql`select d.id, w.name as workspace, d.kind, d.reason, d.attempts, d.created_at
    from dead_letters d left join workspaces w on w.id = d.workspace_id where d.status = 'open' order by d.created_at, d.id limit 200`)
  return { dead_letters: rows }
}

/** @throws request.not_found if it is no longer open */
export async function replayAnyDeadLetter(
  platform: Platform,
  operator: Operator,
  { id }: { id: string },
): Promise<{ id: string; status: 'replayed' }> {
  const [deadLetter] = await platform.db.asService(null, tx => openDeadLetters(tx, { id }))
  if (!deadLetter || !(await again(platform, operator, deadLetter))) throw failure('request.not_found')
  return { id, status: 'replayed' }
}

export async function replayAllDeadLetters(platform: Platform, operator: Operator): Promise<{ replayed: number }> {
  const deadLetters = await platform.db.asService(null, tx => openDeadLetters(tx, {}))
  let replayed = 0
  for (const deadLetter of deadLetters) if (await again(platform, operator, deadLetter)) replayed++
  return { replayed }
}

/** @throws request.not_found */
export async function dropAnyDeadLetter(
  platform: Platform,
  operator: Operator,
  { id }: { id: string },
): Promise<{ id: string; status: 'dropped' }> {
  await platform.db.asService(null, async tx => {
    const { rows } =
      await sql<DeadLetter>`update dead_letters set status = 'dropped' where id = ${id} and status = 'open'
      returning id, workspace_id, kind, ref, payload`.execute(tx)
    if (!rows[0]) throw failure('request.not_found')
    await recordAct(platform, tx, operator, rows[0], 'dead-letter.dropped')
  })
  return { id, status: 'dropped' }
}

function again(platform: Platform, operator: Operator, deadLetter: DeadLetter): Promise<boolean> {
  return platform.db.asService(deadLetter.workspace_id, async tx => {
    if (!(await replay(platform, tx, deadLetter))) return false
    await recordAct(platform, tx, operator, deadLetter, 'dead-letter.replayed')
    return true
  })
}

function recordAct(
  platform: Platform,
  tx: Tx,
  operator: Operator,
  deadLetter: DeadLetter,
  action: string,
): Promise<void> {
  const act = { workspaceId: deadLetter.workspace_id, action, target: deadLetter.id, meta: { kind: deadLetter.kind } }
  return recordOperatorAct(platform, tx, operator, act)
}
