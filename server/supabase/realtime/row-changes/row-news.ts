import type { Change } from '#platform/events/changes.ts'
import type { ListenedColumn, ListenedTable } from './listened-table.ts'

const maxBytes = 1_048_576
const shortLength = 64

/** `old`: the row before, or its key; undefined: none. */
export function writeRowNews(
  { type, at }: Change,
  table: ListenedTable,
  columns: ListenedColumn[],
  record: string,
  old: string | undefined,
): string {
  const isLarge = record.length > maxBytes || (old?.length ?? 0) > maxBytes
  const row = isLarge ? onlyShort(record) : record
  const parts = {
    schema: '"public"',
    table: JSON.stringify(table.name),
    type: JSON.stringify(type),
    commit_timestamp: JSON.stringify(at.toISOString()),
    columns: JSON.stringify(columns.map(column => ({ name: column.name, type: column.type }))),
    ...(type === 'DELETE' ? {} : { record: row }),
    ...(old === undefined ? {} : { old_record: isLarge ? onlyShort(old) : old }),
    errors: isLarge ? '["Error 413: Payload Too Large"]' : 'null',
  }
  return `{${Object.entries(parts)
    .map(([name, text]) => `"${name}":${text}`)
    .join(',')}}`
}

function onlyShort(record: string): string {
  const row = JSON.parse(record) as Record<string, unknown>
  return JSON.stringify(
    Object.fromEntries(Object.entries(row).filter(([, value]) => JSON.stringify(value).length <= shortLength)),
  )
}
