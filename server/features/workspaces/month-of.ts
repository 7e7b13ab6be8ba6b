import { type RawBuilder, sql } from 'kysely'

/** 'YYYY-MM' by the shop's time zone; of the workspace `w`. */
export function monthOf(at: Date): RawBuilder<string> {
  return sql`to_char(${at}::timestamptz at time zone w.time_zone, 'YYYY-MM')`
}
