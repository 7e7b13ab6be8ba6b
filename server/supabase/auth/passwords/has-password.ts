import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'

export async function hasPassword(platform: Platform, { personId }: Caller): Promise<{ has_password: boolean }> {
  const [row] = await platform.db.readAsService<{
    has_password: boolean
  }>(sql`select encrypted_password is not null as has_password
    from auth.users where id = ${personId}`)
  return { has_password: row?.has_password ?? false }
}
