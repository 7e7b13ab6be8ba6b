import type { deleteAccountBody } from '#shared/contracts/workspaces.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Language } from '#shared/words.ts'
import { listShutOut, shutOutFailure } from './access/shut-out.ts'
import { closeWorkspace } from './close-workspace.ts'
import { goodbyeEmail } from './goodbye-emails.ts'
import { requireFreshProof } from '#platform/http/recent-proof.ts'

type Person = { id: string; email: string; full_name: string; language: Language; is_operator: boolean }
type Left = { id: string; name: string; kind: 'shop' | 'house'; others: number }

/**
 * Workspaces with no other admin must be handed over first or named here. Sessions end in the same transaction (`account.closed`);
 * `person.deleted` clears the rest.
 * @throws access.… where a workspace that would go with it shuts this session out, account.prove_again, account.only_admin with the workspaces, account.last_operator
 */
export async function deleteAccount(
  platform: Platform,
  caller: Caller,
  { delete_workspaces: chosen }: z.output<typeof deleteAccountBody>,
) {
  requireFreshProof(platform, caller)
  const { personId } = caller
  const { shops: shutOut } = await listShutOut(platform, caller)
  await platform.db.asService(null, async tx => {
    // In the order of ids: of two operators leaving at once the second sees the first's change.
    const { rows } = await sql<Person>`select id, email, full_name, language, is_operator from people
      where id = ${personId} or (is_operator and status = 'active') order by id for no key update`.execute(tx)
    const person = rows.find(({ id }) => id === personId)
    if (!person) throw failure('auth.sign_in_needed')
    if (person.is_operator) {
      if (rows.length === 1) throw failure('account.last_operator')
      await sql`update people set is_operator = false where id = ${personId}`.execute(tx)
    }
    const left = (await workspacesLeft(tx, personId)).filter(one => one.kind === 'shop')
    const open = left.filter(one => !chosen.includes(one.id))
    if (open.length > 0) throw failure('account.only_admin', { workspaces: open })
    const closed = shutOut.find(({ id }) => left.some(one => one.id === id))
    if (closed) throw shutOutFailure(closed.reason, caller.claims)
    for (const { id } of left) await closeWorkspace(platform, tx, id, caller)
    await platform.jobs.emit(tx, 'account.closed', { person_id: personId })
    const email = goodbyeEmail(platform, person.email, person.full_name, person.language)
    await platform.jobs.enqueue(tx, { kind: 'send mail', payload: email })
  })
  return {}
}

export async function workspacesLeft(tx: Tx, personId: string): Promise<Left[]> {
  // Locked: of two admins leaving at once the second sees the first's change.
  await sql`select w.id from workspaces w join members m on m.workspace_id = w.id
    where m.person_id = ${personId} and m.status = 'active' and w.deleted_at is null order by w.id for no key update of w`.execute(
    tx,
  )
  const { rows } = await sql<Left>`select w.id, w.name, w.kind,
      (select count(*)::int from members o where o.workspace_id = w.id and o.id <> m.id and o.status = 'active') as others
    from members m join workspaces w on w.id = m.workspace_id
    where m.person_id = ${personId} and m.status = 'active' and m.role = 'admin' and w.deleted_at is null
      and not exists (select from members a where a.workspace_id = w.id and a.id <> m.id and a.role = 'admin' and a.status = 'active')
    order by w.created_at, w.id`.execute(tx)
  return rows
}

export async function tryDeletingAccount(platform: Platform, caller: Caller): Promise<{ workspaces: Left[] }> {
  const workspaces = await platform.db.asService(null, tx => workspacesLeft(tx, caller.personId))
  return { workspaces: workspaces.filter(one => one.kind === 'shop') }
}
