import type { Generated } from 'kysely'
import type { Rows } from '#shared/rows.ts'

type OnWire<T> = T extends Generated<infer Inner> ? OnWire<Inner> : T extends Date ? string : T

/** As sent by the server: times are ISO 8601 strings. */
export type WireRow<T> = { [column in keyof T]: OnWire<T[column]> }

export type TableName = Exclude<keyof Rows, `${string}.${string}`>
export type Row<T extends TableName> = WireRow<Rows[T]>

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
