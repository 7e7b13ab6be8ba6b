import type { closeBody } from '#shared/contracts/workspaces.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Caller, requireOwnSignIn } from '#platform/http/caller.ts'
import { after, days, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Language } from '#shared/words.ts'
import { closedEmail, forgottenEmail } from './goodbye-emails.ts'
import { recordInAuditLog } from './record-in-audit-log.ts'
import { requireFreshProof } from '#platform/http/recent-proof.ts'

/** How long a deleted workspace's rows are kept. */
const retention = days(7)
/** After a restore: what listens to the deletion needs the rows once more. */
const listeningTime = hours(1)

type Colleague = { id: string; person_id: string | null; email: string; language: Language | null; status: string }

/** @throws auth.own_sign_in_needed, account.prove_again, request.not_found */
export async function deleteWorkspace(
  platform: Platform,
  caller: Caller,
  _input: z.output<typeof closeBody>,
): Promise<{ id: string }> {
  requireOwnSignIn(caller)
  requireFreshProof(platform, caller)
  const { workspaceId: id } = caller
  await platform.db.asService(id, async tx => {
    if (!(await closeWorkspace(platform, tx, id, caller))) throw failure('request.not_found')
  })
  return { id }
}

type By = {
  /** null: its plan ended long ago, or nobody is left in it */
  personId: string | null
  /** when it was deleted, in a backup that is older than that: nobody is mailed again */
  again?: Date
}

/** Rows go a week later. Returns false if there is no such shop. */
export async function closeWorkspace(platform: Platform, tx: Tx, workspaceId: string, by: By): Promise<boolean> {
  const now = platform.clock.now()
  const { rows: closed } = await sql<{
    name: string
  }>`update workspaces set deleted_at = ${by.again ?? now}, bot_status = 'off'
    where id = ${workspaceId} and deleted_at is null and kind = 'shop' returning name`.execute(tx)
  const [workspace] = closed
  if (!workspace) return false
  await recordInAuditLog(platform, tx, { workspaceId, personId: by.personId }, 'workspace.deleted', workspaceId)
  const { rows: members } = await sql<Colleague>`select m.id, m.person_id, m.email, p.language, m.status
    from members m left join people p on p.id = m.person_id where m.workspace_id = ${workspaceId}`.execute(tx)
  for (const member of members) {
    await platform.jobs.emit(tx, 'member.removed', {
      workspace_id: workspaceId,
      member_id: member.id,
      person_id: member.person_id,
    })
    if (by.again || member.status !== 'active' || member.person_id === by.personId) continue
    const email = (by.personId === null ? forgottenEmail : closedEmail)(
      platform,
      member.email,
      workspace.name,
      member.language ?? 'vi',
    )
    await platform.jobs.enqueue(tx, { kind: 'send mail', payload: email })
  }
  await sql`delete from members where workspace_id = ${workspaceId}`.execute(tx)
  await platform.jobs.emit(tx, 'workspace.deleted', { workspace_id: workspaceId })
  await platform.jobs.enqueue(tx, {
    kind: 'erase workspace',
    key: `erase workspace ${workspaceId}`,
    payload: { workspace_id: workspaceId },
    runAt: by.again ? latest(after(by.again, retention), after(now, listeningTime)) : after(now, retention),
  })
  return true
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other
}
