import { sql } from 'kysely'
import type { z } from 'zod'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import { requireFreshProof } from '#platform/http/recent-proof.ts'
import { after, days } from '#platform/clock.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import type {
  outdated,
  RetentionKind,
  retentionPreview,
  RetentionRules,
  WantedRetention,
} from '#shared/contracts/customers/retention.contract.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import { monthsBefore, outdatedConversation, outdatedCustomer, outdatedFiles, outdatedRequest } from './outdated.ts'

/** A day to notice a mistake, since what is erased cannot be restored. */
export const retentionBegins = days(1)
const maxCounted = 20_000

type Stored = { rules: RetentionRules; changed_at: Date | null }
type Counted = WithDates<z.output<typeof outdated>, 'oldest'>
type Preview = { [K in RetentionKind]: Counted & Omit<z.output<typeof retentionPreview>[K], keyof Counted> }

export async function readRetention(platform: Platform, { workspaceId }: Pick<Caller, 'workspaceId'>) {
  return platform.db.asService(workspaceId, async tx => stateOf(await rulesOf(tx, workspaceId)))
}

/** @throws account.prove_again */
export async function saveRetention(platform: Platform, caller: Caller, wanted: WantedRetention) {
  requireFreshProof(platform, caller)
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
    const before = await rulesOf(tx, workspaceId)
    const rules = pick({ ...wanted, files: wanted.files === undefined ? before.rules.files : wanted.files })
    if (JSON.stringify(before.rules) === JSON.stringify(rules)) return stateOf(before)
    const now = platform.clock.now()
    await sql`insert into retention_rules (workspace_id, conversation_months, file_months, customer_months, request_months, changed_at)
      values (${workspaceId}, ${rules.conversations}, ${rules.files}, ${rules.customers}, ${rules.requests}, ${now})
      on conflict (workspace_id) do update set conversation_months = excluded.conversation_months, file_months = excluded.file_months,
        customer_months = excluded.customer_months, request_months = excluded.request_months, changed_at = excluded.changed_at`.execute(
      tx,
    )
    await recordInAuditLog(platform, tx, caller, 'retention.changed', workspaceId, {
      before: before.rules,
      after: rules,
    })
    return stateOf({ rules, changed_at: now })
  })
}

/** What the rules would erase now. Nothing is changed. */
export async function previewRetention(
  platform: Platform,
  { workspaceId: ws }: Caller,
  rules: WantedRetention,
): Promise<Preview> {
  const now = platform.clock.now()
  const none = { count: 0, oldest: null, max: maxCounted }
  const { conversations, files, customers, requests } = rules
  type Row = { count: number; oldest: Date | null; messages: number }
  const [talks] = conversations
    ? await platform.db.readAsService(
        sql<Row>`select count(*)::int as count, min(at) as oldest, coalesce(sum(last_seq), 0)::int as messages from (
          select v.last_message_at as at, v.last_seq from conversations v where ${outdatedConversation(ws, monthsBefore(now, conversations))}
          order by v.last_message_at limit ${maxCounted}) o`,
      )
    : []
  const [messages] = files
    ? await platform.db.readAsService(
        sql<
          Row & { bytes: number }
        >`select count(*)::int as count, min(at) as oldest, 0 as messages, coalesce(sum(bytes), 0)::float8 as bytes from (
          select m.created_at as at, (select sum((a ->> 'size')::float8) from jsonb_array_elements(m.attachments) a where a ? 'file') as bytes
          from messages m where ${outdatedFiles(ws, monthsBefore(now, files))} order by m.created_at limit ${maxCounted}) o`,
      )
    : []
  const [people] = customers
    ? await platform.db.readAsService(
        sql<Row>`select count(*)::int as count, min(at) as oldest, 0 as messages from (
          select coalesce(cu.last_seen_at, cu.created_at) as at from customers cu where ${outdatedCustomer(ws, monthsBefore(now, customers))}
          order by coalesce(cu.last_seen_at, cu.created_at) limit ${maxCounted}) o`,
      )
    : []
  const [settled] = requests
    ? await platform.db.readAsService(
        sql<Row>`select count(*)::int as count, min(at) as oldest, 0 as messages from (
          select q.done_at as at from data_requests q where ${outdatedRequest(ws, monthsBefore(now, requests))}
          order by q.done_at limit ${maxCounted}) o`,
      )
    : []
  const counted = (row: Row | undefined) => (row ? { count: row.count, oldest: row.oldest, max: maxCounted } : none)
  return {
    conversations: { ...counted(talks), messages: talks?.messages ?? 0 },
    files: { ...counted(messages), bytes: messages?.bytes ?? 0 },
    customers: counted(people),
    requests: counted(settled),
  }
}

export async function rulesOf(tx: Tx, workspaceId: string): Promise<Stored> {
  const { rows } = await sql<RetentionRules & { changed_at: Date }>`select conversation_months as conversations,
      file_months as files, customer_months as customers, request_months as requests, changed_at
    from retention_rules where workspace_id = ${workspaceId}`.execute(tx)
  const [row] = rows
  const none = { conversations: null, files: null, customers: null, requests: null }
  return row ? { rules: pick(row), changed_at: row.changed_at } : { rules: none, changed_at: null }
}

function pick({ conversations, files, customers, requests }: RetentionRules): RetentionRules {
  return { conversations, files, customers, requests }
}

function stateOf({ rules, changed_at: changedAt }: Stored) {
  const erases = Object.values(rules).some(months => months !== null)
  return { rules, begins_at: erases && changedAt ? after(changedAt, retentionBegins) : null }
}
