import { z } from 'zod'

/** The first entry of a backup: what it was made of. */
export const headSchema = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  database: z.enum(['embedded', 'postgresql']),
  /** Those that had run, in their order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
})
export type Head = z.output<typeof headSchema>

/** The last one: what everything must come to. A backup without it was cut off. */
export const sumsSchema = z.object({
  /** Rows of each table, and the sum of their hashes. */
  tables: z.record(z.string(), z.object({ rows: z.number(), sum: z.string() })),
  /** SHA-256 of each stored file by its key; none where files lie in a store of their own. */
  files: z.record(z.string(), z.string()).optional(),
})
export type Sums = z.output<typeof sumsSchema>

export const entryNames = { head: 'backup.json', sums: 'sums.json', tables: 'tables/', files: 'files/' }
