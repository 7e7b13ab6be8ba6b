import type { Generated } from 'kysely'
import type { KnowledgeChange } from '#shared/contracts/bot/gate.contract.ts'
import type { ImportColumn, ImportReport } from '#shared/contracts/customers/imports.contract.ts'
import type { NotificationData } from '#shared/contracts/notifications.contract.ts'
import type { Rows } from '#shared/rows.ts'
import type { NotificationKind } from '#shared/words.ts'

type OnWire<T> = T extends Generated<infer Inner> ? OnWire<Inner> : T extends Date ? string : T

/** As sent by the server: times are ISO 8601 strings. */
export type WireRow<T> = { [column in keyof T]: OnWire<T[column]> }

export type TableName = Exclude<keyof Rows, `${string}.${string}`>
export type Row<T extends TableName> = T extends keyof Contents
  ? Omit<WireRow<Rows[T]>, keyof Contents[T]> & Contents[T]
  : WireRow<Rows[T]>

/** What columns hold of which the database knows only that they are JSON or text; each by the contract that the server writes. */
type Contents = {
  imports: { map: ImportColumn[]; report: Partial<ImportReport> }
  knowledge_versions: { what: KnowledgeChange[] }
  notifications: { kind: NotificationKind; data: Partial<NotificationData> | null }
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
