import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import type { Tx } from '#platform/sql/database.ts'
import { isBucketName } from '../objects/object-key.ts'
import { refuse } from '../storage-error.ts'

export type Bucket = {
  id: string
  name: string
  owner: string
  public: boolean
  type: string
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: Date
  updated_at: Date
}

export const bucketColumns = sql.raw(
  "id, name, coalesce(owner_id, owner::text, '') as owner, public, type, file_size_limit, allowed_mime_types, created_at, updated_at",
)

/** As the role of `tx` may see it. @throws NoSuchBucket */
export async function findBucket(tx: Tx, id: string): Promise<Bucket> {
  if (!isBucketName(id)) throw refuse('NoSuchBucket')
  const { rows } = await sql<Bucket>`select ${bucketColumns} from storage.buckets where id = ${id}`.execute(tx)
  if (!rows[0]) throw refuse('NoSuchBucket')
  return rows[0]
}

const units: Record<string, number> = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 }

const sizeLimit = z
  .union([
    z.number().int().min(0),
    z
      .string()
      .regex(/^\s*\d+(\.\d+)?\s*([kmgt]?b)?\s*$/i, 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
      .transform(text => {
        const [, count, unit = ''] = /([\d.]+)\s*([a-z]*)/i.exec(text) ?? []
        return Math.floor(Number(count) * (units[unit.toLowerCase()] ?? 1))
      }),
  ])
  .nullish()

export const bucketSettings = z.object({
  public: z.boolean().nullish(),
  file_size_limit: sizeLimit,
  allowed_mime_types: z.array(z.string().max(200)).max(100).nullish(),
  type: z.literal('STANDARD', { error: 'Only STANDARD buckets are offered' }).nullish(),
  versioning_status: z.literal('DISABLED', { error: 'Versions of objects are not offered' }).nullish(),
})

/**
 * undefined keeps, null removes.
 * @throws EntityTooLarge above the installation's limit, InvalidMimeType
 */
export function readLimits(
  config: Config,
  settings: z.output<typeof bucketSettings>,
): { size: number | null | undefined; types: string[] | null | undefined } {
  const { file_size_limit: size, allowed_mime_types: types } = settings
  if (size && size > config.STORAGE_MAX_BYTES) throw refuse('EntityTooLarge')
  const odd = types?.find(type => !/^[\w.+*-]+\/[\w.+*-]+$/.test(type))
  if (odd !== undefined) throw refuse('InvalidMimeType', `mime type ${odd} is not supported`)
  return { size: size === 0 ? null : size, types }
}
