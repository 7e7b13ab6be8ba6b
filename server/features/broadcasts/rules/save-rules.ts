import { sql } from 'kysely'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { CampaignRules } from '#shared/contracts/campaigns/campaign-rules.contract.ts'
import { hoursRefused } from '#shared/rules/campaigns/campaign-rules.ts'
import { readRules } from './read-rules.ts'

export async function seeRules(platform: Platform, { workspaceId }: Caller): Promise<CampaignRules> {
  return platform.db.asService(workspaceId, tx => readRules(tx, workspaceId))
}

/**
 * Applies at once, also to running campaigns. Returns the old rules for undo.
 * @throws campaign-rules.hours_refused
 */
export async function saveRules(
  platform: Platform,
  caller: Caller,
  rules: CampaignRules,
): Promise<{ before: CampaignRules }> {
  const { workspaceId, personId } = caller
  const field = hoursRefused(rules)
  if (field) throw failure('campaign-rules.hours_refused', { field })
  const sender = rules.sender.replaceAll('\0', '').toWellFormed().normalize('NFC').replace(/\s+/g, ' ')
  return platform.db.asService(workspaceId, async tx => {
    const before = await readRules(tx, workspaceId, true)
    await sql`insert into campaign_rules (workspace_id, from_time, until_time, promotion_per_day, promotion_per_month, care_per_day, label, sender, ask_when, ask_in_chat, money_per_month, changed_by, changed_at)
      values (${workspaceId}, ${rules.from}, ${rules.until}, ${rules.promotion_per_day}, ${rules.promotion_per_month}, ${rules.care_per_day},
        ${rules.label}, ${sender || null}, ${rules.ask_when}, ${rules.ask_in_chat}, ${rules.money_per_month}, ${personId}, ${platform.clock.now()})
      on conflict (workspace_id) do update set from_time = excluded.from_time, until_time = excluded.until_time,
        promotion_per_day = excluded.promotion_per_day, promotion_per_month = excluded.promotion_per_month, care_per_day = excluded.care_per_day,
        label = excluded.label, sender = excluded.sender, ask_when = excluded.ask_when, ask_in_chat = excluded.ask_in_chat, money_per_month = excluded.money_per_month, changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(
      tx,
    )
    const changed = Object.entries({ ...rules, sender }).filter(
      ([name, value]) => before[name as keyof CampaignRules] !== value,
    )
    if (changed.length > 0)
      await recordInAuditLog(platform, tx, caller, 'campaign-rules.changed', '', Object.fromEntries(changed))
    return { before }
  })
}
