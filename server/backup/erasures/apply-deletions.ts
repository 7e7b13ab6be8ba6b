import { sql } from 'kysely'
import { deleteAgain } from '#features/workspaces/deletions/delete-again.ts'
import { type Deletion, liftDeletion } from '#features/workspaces/deletions/deletion.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Erasures } from './read-lists.ts'

const atOnce = 1000
const maxNamed = 20

/** `name`: the shop's. */
export type Back = Deletion & { name: string | null }
export type DueDeletions = { due: Back[]; spared: Back[] }
/** `empty`: shops in which nobody is left. */
export type Deleted = DueDeletions & { empty: { id: string; name: string }[] }

/** Those on the list who are in this database. Repeated after a kill, it finds the rest. */
export async function planDeletions(
  tx: Tx,
  { deletions, spared }: Pick<Erasures, 'deletions' | 'spared'>,
): Promise<DueDeletions> {
  const back: Back[] = []
  for (let at = 0; at < deletions.length; at += atOnce) {
    const some = JSON.stringify(deletions.slice(at, at + atOnce))
    const { rows } = await sql<Back>`select d.kind, d.id, d.at, null::text as lifted_at, w.name
      from jsonb_to_recordset(${some}::jsonb) d (kind text, id uuid, at text)
      left join workspaces w on d.kind = 'workspace' and w.id = d.id and w.kind = 'shop' and w.deleted_at is null
      where w.id is not null or d.kind = 'account' and (exists (select from people p where p.id = d.id)
        or exists (select from auth.users u where u.id = d.id and u.deleted_at is null)) order by d.at, d.id`.execute(
      tx,
    )
    back.push(...rows)
  }
  const isSpared = (one: Back) => one.kind === 'workspace' && spared.includes(one.id)
  return { due: back.filter(one => !isSpared(one)), spared: back.filter(isSpared) }
}

/** Shops first: whoever deleted an account with its shops leaves none empty. */
export async function applyDeletions(platform: Platform, { due, spared }: DueDeletions): Promise<Deleted> {
  const now = platform.clock.now()
  for (const one of spared) await platform.db.asService(null, tx => liftDeletion(tx, one, now))
  const empty: Deleted['empty'] = []
  for (const one of due.filter(({ kind }) => kind === 'workspace')) await deleteAgain(platform, one)
  for (const one of due.filter(({ kind }) => kind === 'account')) empty.push(...(await deleteAgain(platform, one)))
  return { due, spared, empty }
}

export function describeDeletions({ due, spared, empty }: Deleted, deleted: string): string[] {
  const shops = due.filter(({ kind }) => kind === 'workspace')
  const more = shops.length > maxNamed ? ` and ${shops.length - maxNamed} more` : ''
  return [
    ...(shops.length > 0 ? [`${deleted}: ${shops.slice(0, maxNamed).map(named).join(', ')}${more}.`] : []),
    ...(due.length > shops.length ? [`${deleted}: ${due.length - shops.length} accounts.`] : []),
    ...spared.map(one => `Wanted back, and here: ${named(one)}.`),
    ...empty.map(
      ({ id, name }) => `Nobody is left in the shop “${name}” (${id}): let in again whoever took it over since.`,
    ),
  ]
}

export function named({ id, name, at }: Back): string {
  return `the shop “${name}” (${id}), deleted on ${at.slice(0, 16).replace('T', ' ')} UTC`
}
