import { z } from 'zod'

export const headSchema = z.object({
  /** 2: parts of it are in earlier backups, where older programs would not look. */
  format: z.union([z.literal(1), z.literal(2)]),
  made_at: z.iso.datetime(),
  database: z.enum(['embedded', 'postgresql']),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** How many people had been erased, and shops and accounts deleted, until then; absent in older backups. */
  erasures: z.number().optional(),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
})
export type Head = z.output<typeof headSchema>

/** The last entry, with the expected totals. A backup without it was cut off. */
export const sumsSchema = z.object({
  /** row count and sum of row hashes per table */
  tables: z.record(z.string(), z.object({ rows: z.number(), sum: z.string() })),
  /** SHA-256 by key; absent in older backups whose files were in S3 */
  files: z.record(z.string(), z.string()).optional(),
})
export type Sums = z.output<typeof sumsSchema>

export function counted({ tables, files }: Sums): string {
  const rows = Object.values(tables).reduce((all, table) => all + table.rows, 0)
  return `${rows.toLocaleString('en')} rows, ${Object.keys(files ?? {}).length} files`
}

export const entryNames = {
  head: 'backup.json',
  sums: 'sums.json',
  tables: 'tables/',
  files: 'files/',
  pieces: 'pieces/',
}
