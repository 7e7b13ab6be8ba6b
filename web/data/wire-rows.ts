import type { Generated } from 'kysely'
import type { Rows } from '#shared/rows.ts'

type OnWire<T> = T extends Generated<infer Inner> ? OnWire<Inner> : T extends Date ? string : T

/** A row as the server sends it: times are ISO 8601 texts. */
export type WireRow<T> = { [column in keyof T]: OnWire<T[column]> }

/** The tables of the product, the only ones that can be read. */
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

/** The shape that the official client's types are made from. */
export type WireDatabase = {
  public: {
    Tables: {
      [T in TableName]: { Row: Row<T>; Insert: Record<string, never>; Update: Record<string, never>; Relationships: [] }
    }
    Views: Record<string, never>
    Functions: Record<string, never>
  }
}
