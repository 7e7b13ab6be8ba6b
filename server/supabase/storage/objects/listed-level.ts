import { type RawBuilder, sql } from 'kysely'
import type { ObjectRow } from './object-rows.ts'

export type Listed = Pick<ObjectRow, 'name' | 'metadata'> & {
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
}

/** Sorts after every name with the prefix. */
const last = '\u{10FFFF}'

/** `rest`: the name after the prefix; `folder`: its part before the first slash, or null. The range lets the index find them. */
export function belowPrefix(bucket: string, prefix: string): RawBuilder<unknown> {
  return sql`(select o.*, substr(name, ${prefix.length + 1}) as rest,
      case when strpos(substr(name, ${prefix.length + 1}), '/') > 0 then split_part(substr(name, ${prefix.length + 1}), '/', 1) end as folder
    from storage.objects o where bucket_id = ${bucket} and name >= ${prefix} and name < ${prefix + last})`
}

export function canBeListed(...texts: string[]): boolean {
  return texts.every(text => !text.includes('\0') && text.isWellFormed())
}
