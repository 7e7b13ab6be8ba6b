import { sql } from 'kysely'
import { queueAgain } from '#features/inbox/delivery/retry-message.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

export type DeadLetter = {
  id: string
  workspace_id: string | null
  kind: string
  ref: string
  payload: Record<string, unknown>
}

/** @throws request.not_found. Delivery rules still hold: what may have arrived is not sent blindly */
export async function replayDeadLetter(
  platform: Platform,
  { workspaceId, personId }: Caller,
  input: { id: string },
): Promise<{ id: string; status: 'replayed' }> {
  await platform.db.asService(workspaceId, async tx => {
    const [deadLetter] = await openDeadLetters(tx, { workspaceId, id: input.id })
    if (!deadLetter) throw failure('request.not_found')
    await replay(platform, tx, deadLetter)
    await audit(platform, tx, workspaceId, personId, 'dead-letter.replayed', deadLetter.id)
  })
  return { id: input.id, status: 'replayed' }
}

export async function replayDeadLetters(
  platform: Platform,
  { workspaceId, personId }: Caller,
): Promise<{ replayed: number }> {
  const deadLetters = await platform.db.asService(workspaceId, tx => openDeadLetters(tx, { workspaceId }))
  for (const deadLetter of deadLetters) {
    await platform.db.asService(workspaceId, async tx => {
      await replay(platform, tx, deadLetter)
      await audit(platform, tx, workspaceId, personId, 'dead-letter.replayed', deadLetter.id)
    })
  }
  return { replayed: deadLetters.length }
}

/** @throws request.not_found */
export async function dropDeadLetter(
  platform: Platform,
  { workspaceId, personId }: Caller,
  input: { id: string },
): Promise<{ id: string; status: 'dropped' }> {
  await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql`update dead_letters set status = 'dropped'
      where workspace_id = ${workspaceId} and id = ${input.id} and status = 'open' returning id`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    await audit(platform, tx, workspaceId, personId, 'dead-letter.dropped', input.id)
  })
  return { id: input.id, status: 'dropped' }
}

/** Without an id, all of the installation. Returns how many. */
export async function replayAny(platform: Platform, id?: string): Promise<number> {
  const deadLetters = await platform.db.asService(null, tx => openDeadLetters(tx, id === undefined ? {} : { id }))
  for (const deadLetter of deadLetters)
    await platform.db.asService(deadLetter.workspace_id, tx => replay(platform, tx, deadLetter))
  return deadLetters.length
}

export async function openDeadLetters(tx: Tx, which: { workspaceId?: string; id?: string }): Promise<DeadLetter[]> {
  const { rows } = await sql<DeadLetter>`select id, workspace_id, kind, ref, payload from dead_letters
    where status = 'open' and (${which.workspaceId ?? null}::uuid is null or workspace_id = ${which.workspaceId ?? null}::uuid)
      and (${which.id ?? null}::uuid is null or id = ${which.id ?? null}::uuid) order by created_at, id`.execute(tx)
  return rows
}

/** @returns false if it was already replayed */
export async function replay(platform: Platform, tx: Tx, deadLetter: DeadLetter): Promise<boolean> {
  const { rows } =
    await sql`update dead_letters set status = 'replayed' where id = ${deadLetter.id} and status = 'open' returning id`.execute(
      tx,
    )
  if (rows.length === 0) return false
  const messageId = deadLetter.payload['message_id']
  if (deadLetter.kind === 'deliver message' && deadLetter.workspace_id && typeof messageId === 'string') {
    await queueAgain(platform, tx, deadLetter.workspace_id, messageId, false)
    return true
  }
  await platform.jobs.enqueue(tx, {
    kind: deadLetter.kind,
    lane: `replay ${deadLetter.kind}`,
    payload: deadLetter.payload,
  })
  return true
}

async function audit(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  personId: string,
  action: string,
  target: string,
): Promise<void> {
  await sql`insert into audit_log (id, workspace_id, actor, action, target, at)
    values (${newId()}, ${workspaceId}, ${personId}, ${action}, ${target}, ${platform.clock.now()})`.execute(tx)
}
