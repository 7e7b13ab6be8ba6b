import { sql } from 'kysely'
import { joinHouse, leaveHouse } from '#features/site/join-house.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

type Act = 'operator.granted' | 'operator.claimed' | 'operator.revoked' | 'operator.link-made'
export type OperatorPerson = { id: string; email: string; is_operator: boolean }

/** @returns undefined if nobody has that confirmed address */
export async function grantOperator(platform: Platform, email: string): Promise<OperatorPerson | undefined> {
  return platform.db.asService(null, async tx => {
    const person = await findByEmail(tx, email, true)
    if (!person || person.is_operator) return person
    await makeOperator(platform, tx, person.id)
    await recordRight(platform, tx, 'operator.granted', { target: person.id, actor: null, email: person.email })
    return person
  })
}

/** Immediate: rights are read per call. Voids unspent links too. Undefined if nobody has that address. */
export async function revokeOperator(platform: Platform, email: string): Promise<OperatorPerson | undefined> {
  return platform.db.asService(null, async tx => {
    const person = await findByEmail(tx, email, false)
    if (!person?.is_operator) return person
    await sql`update people set is_operator = false where id = ${person.id}`.execute(tx)
    await voidLinks(platform, tx)
    await leaveHouse(platform, tx, person.id)
    await recordRight(platform, tx, 'operator.revoked', { target: person.id, actor: null, email: person.email })
    return person
  })
}

/** @returns false if there is no such person */
export async function makeOperator(platform: Platform, tx: Tx, personId: string): Promise<boolean> {
  const made = await sql`update people set is_operator = true where id = ${personId} returning id`.execute(tx)
  if (made.rows.length > 0) await joinHouse(platform, tx)
  return made.rows.length > 0
}

export async function listOperators(platform: Platform): Promise<OperatorPerson[]> {
  return platform.db.readAsService<OperatorPerson>(
    sql`select id, email, is_operator from people where is_operator order by email`,
  )
}

/** Also to the program's log, which an intruder cannot clear from here. `actor` null: by a command. */
export async function recordRight(
  platform: Platform,
  tx: Tx,
  action: Act,
  { target, actor, email }: { target: string | null; actor: string | null; email?: string },
): Promise<void> {
  const meta = actor === null ? { by: 'command', ...(email && { email }) } : { by: 'link', ...(email && { email }) }
  await sql`insert into audit_log (id, workspace_id, actor, action, target, meta, at)
    select ${newId()}, id, ${actor}, ${action}, ${target}, ${JSON.stringify(meta)}::jsonb, ${platform.clock.now()}
    from workspaces where kind = 'house' and deleted_at is null`.execute(tx)
  platform.log.warn({ action, person: target }, 'Rights of operators')
}

async function findByEmail(tx: Tx, email: string, confirmed: boolean): Promise<OperatorPerson | undefined> {
  const { rows } = await sql<OperatorPerson>`select id, email, is_operator from people
    where lower(email) = lower(${email}) and (email_verified or not ${confirmed}) for no key update`.execute(tx)
  return rows[0]
}

async function voidLinks(platform: Platform, tx: Tx): Promise<void> {
  const now = platform.clock.now()
  await sql`update private.operator_links set expires_at = ${now} where used_at is null and expires_at > ${now}`.execute(
    tx,
  )
}
