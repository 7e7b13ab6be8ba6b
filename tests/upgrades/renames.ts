// What migrations since the oldest version under tests/data/versions have renamed, so that a row is compared with itself. A migration that renames adds a line here.
import type { Row } from './lay-version.ts'

const tables = new Map([['private.told_of_contacts', 'private.contact_reports']])

/** By the table's newest name. */
const columns = new Map(
  `private.contact_reports told_at reported_at
  private.subscriptions told_at reported_at
  private.ended_plans told notified_days_left
  private.announcements told_to notified_to
  public.data_requests answer_told_at answer_notified_at
  public.data_requests due_told_at due_notified_at
  public.data_requests noted_by recorded_by
  public.push_subscriptions told_at notified_at
  private.refused_payments told_at reported_at
  private.returned_parts told_at reported_at
  public.intents told_by last_message_id
  public.intents noted_at acknowledged_at
  public.consents noted_by recorded_by
  public.messages look_at check_at
  private.paid_replies most max_month
  public.consent_texts most max_messages
  private.recognised_lines needs_look needs_review`
    .split('\n')
    .map(line => line.trim().split(' '))
    .map(([table, before, after]) => [`${table} ${before}`, String(after)]),
)

/** Columns whose stored words a migration changed: only that they are filled is compared. */
const reworded = new Set(
  `public.consents.how public.consents.event public.audit_log.action private.jobs.kind private.jobs.key private.jobs.lane
  private.jobs.payload public.dead_letters.kind public.dead_letters.payload private.events.name private.events.payload
  private.timers.name public.templates.params`.split(/\s+/),
)

export function newestName(table: string): string {
  return tables.get(table) ?? table
}

/** The row as today's table would have it. */
export function renamed(table: string, row: Row): Row {
  const entries = Object.entries(row).map(
    ([column, value]) => [columns.get(`${table} ${column}`) ?? column, value] as const,
  )
  return Object.fromEntries(entries.map(([column, value]) => [column, comparable(table, column, value)]))
}

export function comparable(table: string, column: string, value: unknown): unknown {
  return reworded.has(`${table}.${column}`) ? value !== null : value
}
