import type { Generated } from 'kysely'
import type { RunDetail } from '#shared/contracts/bot/bot.results.ts'
import type { KnowledgeChange } from '#shared/contracts/bot/gate.contract.ts'
import type { Audience, BroadcastContent } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import type { BroadcastCounters, BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import type { ChannelHealth, StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import type { CustomerDetailKind } from '#shared/contracts/customers/customer.contract.ts'
import type { DataRequest } from '#shared/contracts/customers/data-requests.results.ts'
import type { ImportColumn, ImportReport } from '#shared/contracts/customers/imports.contract.ts'
import type { NotificationData } from '#shared/contracts/notifications.contract.ts'
import type { DeskEInvoice } from '#shared/contracts/operator.results.ts'
import type { Rows } from '#shared/rows.ts'
import type { RouteName } from '#shared/rules/campaigns/send-question.ts'

type OnWire<T> = T extends Generated<infer Inner> ? OnWire<Inner> : T extends Date ? string : T

/** As sent by the server: times are ISO 8601 strings. */
export type WireRow<T> = { [column in keyof T]: OnWire<T[column]> }

export type TableName = Exclude<keyof Rows, `${string}.${string}`>
export type Row<T extends TableName> = T extends keyof Contents
  ? Omit<WireRow<Rows[T]>, keyof Contents[T]> & Contents[T]
  : WireRow<Rows[T]>

/** Types for JSON and list columns, and those members see less of, taken from the contracts the server writes them with. */
type Contents = {
  broadcasts: {
    audience: Audience
    content: Partial<BroadcastContent>
    counters: BroadcastCounters
    preview: BroadcastPreview | null
    routes: RouteName[]
  }
  /** Before the first check it has no `checked_at`. */
  channels: { health: ChannelHealth | { checked_at?: never } }
  /** Row-level security leaves out bank, identity and card numbers. */
  contact_details: { kind: CustomerDetailKind }
  data_requests: { proof: DataRequest['proof'] }
  customer_fields: { choices: string[] }
  customers: { fields: Record<string, string | number | boolean> }
  imports: { map: ImportColumn[]; report: Partial<ImportReport> }
  invoices: { buyer: DeskEInvoice['buyer'] }
  knowledge_versions: { what: KnowledgeChange[] }
  messages: { attachments: StoredAttachment[] }
  notifications: { data: Partial<NotificationData> | null }
  regression_runs: { details: RunDetail[] }
  source_checks: { details: RunDetail[] }
}

export type Workspace = Row<'workspaces'>
export type Member = Row<'members'>
export type Channel = Row<'channels'>
export type ContactDetail = Row<'contact_details'>
export type Conversation = Row<'conversations'>
export type Message = Row<'messages'>
export type Answer = Row<'answers'>
export type Source = Row<'sources'>
export type Passage = Row<'passages'>
export type UsageCounter = Row<'usage_counters'>

export type WireDatabase = {
  public: {
    Tables: {
      [T in TableName]: { Row: Row<T>; Insert: Record<string, never>; Update: Record<string, never>; Relationships: [] }
    }
    Views: Record<string, never>
    Functions: Record<string, never>
  }
}
