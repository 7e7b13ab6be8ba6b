import { sql } from 'kysely'
import { readHostedPage } from '#features/channels/website/hosted-page.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Trade } from '#shared/contracts/first-steps.contract.ts'
import type { FirstSteps } from '#shared/contracts/first-steps.results.ts'

type Row = {
  name: string
  step: number | null
  version: number
  later: boolean
  trade: Trade | null
  avatar: string | null
}

export function getFirstSteps(platform: Platform, { workspaceId }: Caller): Promise<FirstSteps> {
  return platform.db.asService(workspaceId, tx => readSteps(platform, tx, workspaceId))
}

/** @throws request.not_found */
export async function readSteps(platform: Platform, tx: Tx, workspaceId: string): Promise<FirstSteps> {
  const { rows } = await sql<Row>`select w.name, w.first_step as step, w.first_version as version,
      w.first_later_at is not null as later, w.trade, b.avatar
    from workspaces w left join bot_settings b on b.workspace_id = w.id where w.id = ${workspaceId}`.execute(tx)
  const [row] = rows
  if (!row) throw failure('request.not_found')
  return { ...row, page: await readHostedPage(platform, tx, workspaceId) }
}

/** @throws first_steps.changed if `version` is no longer current */
export async function lockSteps(tx: Tx, workspaceId: string, version: number): Promise<{ name: string }> {
  const { rows } = await sql<{ name: string; first_version: number }>`select name, first_version from workspaces
    where id = ${workspaceId} and kind = 'shop' for no key update`.execute(tx)
  const [row] = rows
  if (!row) throw failure('request.not_found')
  if (row.first_version !== version) throw failure('first_steps.changed')
  return row
}
