import { sql } from 'kysely'
import { failure } from '#platform/errors.ts'
import type { Tx } from '#platform/sql/database.ts'

/** Two at once must not both take the last place, or each other's rules. @throws request.not_found for the operators' house */
export async function lockShop(tx: Tx, workspaceId: string): Promise<void> {
  const { rows } =
    await sql`select from workspaces where id = ${workspaceId} and kind = 'shop' for no key update`.execute(tx)
  if (rows.length === 0) throw failure('request.not_found')
}
