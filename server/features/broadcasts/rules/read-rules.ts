import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { CampaignRules } from '#shared/contracts/campaigns/campaign-rules.contract.ts'
import { defaultRules } from '#shared/rules/campaigns/campaign-rules.ts'

/** @param lock serialises concurrent changes */
export async function readRules(tx: Tx, workspaceId: string, lock = false): Promise<CampaignRules> {
  if (lock) await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
  const { rows } =
    await sql<CampaignRules>`select from_time as "from", until_time as until, promotion_per_day, promotion_per_month, care_per_day,
      label, coalesce(sender, '') as sender, ask_when, ask_in_chat, money_per_month::float8 from campaign_rules where workspace_id = ${workspaceId}`.execute(
      tx,
    )
  return rows[0] ?? defaultRules
}
