import { sql } from 'kysely'
import type { z } from 'zod'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import { after, hours } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { storableText } from '#platform/text/storable-text.ts'
import type { breachStepDone, recordedBreach } from '#shared/contracts/customers/breaches.contract.ts'

const maxOfShop = 200

/** @throws request.too_many */
export async function recordBreach(
  platform: Platform,
  caller: Caller,
  { what, hours_ago: hoursAgo }: z.output<typeof recordedBreach>,
): Promise<{ id: string }> {
  const { workspaceId, personId } = caller
  const now = platform.clock.now()
  const id = newId()
  await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from breaches
      where workspace_id = ${workspaceId}`.execute(tx)
    if ((rows[0]?.count ?? 0) >= maxOfShop) throw failure('request.too_many')
    await sql`insert into breaches (id, workspace_id, what, noticed_at, recorded_by, created_at)
      values (${id}, ${workspaceId}, ${storableText(what)}, ${after(now, -hours(hoursAgo))}, ${personId}, ${now})`.execute(
      tx,
    )
    await recordInAuditLog(platform, tx, caller, 'breach.recorded', id)
  })
  return { id }
}

/** If ticked again, the first person stays recorded. @throws request.not_found */
export async function tickBreachStep(
  platform: Platform,
  caller: Caller,
  { id, step, done }: { id: string } & z.output<typeof breachStepDone>,
): Promise<{ id: string }> {
  const { workspaceId, personId } = caller
  const tick = JSON.stringify({ [step]: { by: personId, at: platform.clock.now() } })
  await platform.db.asService(workspaceId, async tx => {
    const { rows: known } = await sql<{ done: boolean }>`select steps ? ${step}::text as done from breaches
      where workspace_id = ${workspaceId} and id = ${id} for no key update`.execute(tx)
    if (!known[0]) throw failure('request.not_found')
    if (known[0].done === done) return
    await sql`update breaches set steps = ${done ? sql`steps || ${tick}::jsonb` : sql`steps - ${step}::text`}
      where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    await recordInAuditLog(platform, tx, caller, 'breach.step', id, { step, done })
  })
  return { id }
}
