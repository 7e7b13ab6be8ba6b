import { sql } from 'kysely'
import { z } from 'zod'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { insertUser } from '#supabase/auth/users/users.ts'
import type { Language } from '#shared/words.ts'
import type { Erasures } from '../erasures/read-lists.ts'
import { refuseImport } from './refuse-import.ts'

export const exportedMember = z.object({
  person_id: z.uuid().lowercase().nullable(),
  email: z.string(),
  name: z.string(),
})
export type ExportedMember = z.output<typeof exportedMember>
export type ImportedPeople = {
  /** accounts here */
  ids: Set<string>
  /** Maps ids in the export to ids here, where they differ. */
  renamed: Map<string, string>
  /** how many deleted their accounts and have none here */
  deleted: number
}

/**
 * People who have an account with the same address here keep it. The others get an unconfirmed account without a password, so that
 * only the address's owner can sign in, by “forgot password”.
 */
export async function importPeople(
  platform: Platform,
  tx: Tx,
  members: ExportedMember[],
  { language, erasures }: { language: Language; erasures: Pick<Erasures, 'deletions'> },
): Promise<ImportedPeople> {
  const ids = new Set<string>()
  const renamed: ImportedPeople['renamed'] = new Map()
  const gone = new Set(erasures.deletions.filter(({ kind }) => kind === 'account').map(({ id }) => id))
  let deleted = 0
  for (const { person_id: there, email, name } of members) {
    if (there === null) continue
    const person = { there, email: email.toLowerCase(), name, language }
    const here = await accountOf(platform, tx, person, { known: gone.has(there) })
    if (here === undefined) {
      deleted++
      continue
    }
    ids.add(here)
    if (here !== there) renamed.set(there, here)
  }
  return { ids, renamed, deleted }
}

type Person = { there: string; email: string; name: string; language: Language }

/** `known`: only one that is there. */
async function accountOf(
  platform: Platform,
  tx: Tx,
  { there, email, name, language }: Person,
  { known }: { known: boolean },
): Promise<string | undefined> {
  const now = platform.clock.now()
  const { rows: same } = await sql<{ id: string }>`select id from auth.users
    where lower(email) = ${email} and deleted_at is null`.execute(tx)
  let id = same[0]?.id
  if (!id && known) return undefined
  if (!id) {
    // An id of somebody else here would give them the account's name and address.
    const { rows: taken } = await sql`select id from auth.users where id = ${there}
      union select id from people where id = ${there}`.execute(tx)
    id = taken.length > 0 ? newId() : there
    const data = { full_name: name, language }
    const isNew = await insertUser(tx, { id, email, passwordHash: null, data, confirmed: false }, now)
    if (!isNew) throw refuseImport('taken', { what: email })
  }
  await sql`insert into people (id, email, full_name, language, joined_at)
    values (${id}, ${email}, ${name}, ${language}, ${now}) on conflict (id) do nothing`.execute(tx)
  return id
}
