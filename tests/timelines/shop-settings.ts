import { sql } from 'kysely'
import { saveRules } from '#features/broadcasts/rules/save-rules.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { TestWorkspace } from '#tests/fixtures/workspace.ts'
import { rules } from './acts.ts'

export async function setRules(platform: Platform, admin: Caller, like: keyof typeof rules): Promise<object> {
  const { from, until, perDay, label } = rules[like]
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  await saveRules(platform, admin, {
    ...{ from: clock(from), until: clock(until), label, promotion_per_day: perDay, care_per_day: perDay },
    ...{ promotion_per_month: 4, sender: '', ask_when: 'never', ask_in_chat: false, money_per_month: null },
  })
  return {}
}

/** So many campaign messages may still be made in this period. */
export async function leaveOfPlan(platform: Platform, { workspaceId }: Caller, units: number): Promise<object> {
  await platform.db.asService(workspaceId, tx =>
    sql`update usage_counters set hard_limit = used + ${units}::int
      where workspace_id = ${workspaceId} and metric = 'campaigns'`.execute(tx),
  )
  return {}
}

export async function sendFromPage(
  platform: Platform,
  { workspaceId, channelId }: TestWorkspace,
  who: string,
  text: string,
): Promise<object> {
  await platform.db.asService(workspaceId, tx =>
    receiveMessage(platform, tx, {
      ...{ workspaceId, channelId, source: 'website', text, clientId: newId() },
      contact: { externalId: who, name: who },
    }),
  )
  return {}
}
