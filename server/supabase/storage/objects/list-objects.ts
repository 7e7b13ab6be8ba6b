import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { peerOf } from '#platform/http/peer.ts'
import type { Platform } from '#platform/platform.ts'
import { withinCallersTime } from '../../caller-limits.ts'
import { belowPrefix, canBeListed, type Listed } from './listed-level.ts'
import { requireStorageCaller } from '../storage-caller.ts'
import { readStorageInput } from '../storage-input.ts'

const maxRows = 1000

export const listBody = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.number().int().min(1).default(100),
  offset: z.number().int().min(0).default(0),
  search: z.string().max(1024).nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .nullish(),
})

/** One level. By name, folders and objects mix; otherwise folders come first. `search` is a case-insensitive prefix. */
export async function listObjects(platform: Platform, request: FastifyRequest): Promise<Listed[]> {
  const claims = await requireStorageCaller(platform, request)
  const { bucket } = request.params as { bucket: string }
  const input = readStorageInput(listBody, request.body)
  const prefix = input.prefix === '' || input.prefix.endsWith('/') ? input.prefix : `${input.prefix}/`
  const search = (input.search ?? '').toLowerCase()
  if (!canBeListed(bucket, prefix, search)) return []
  const { column = 'name', order = 'asc' } = input.sortBy ?? {}
  const byName = sql`name collate "C" ${sql.raw(column === 'name' ? order : 'asc')}`
  const sorting = column === 'name' ? byName : sql`${sql.ref(column)} ${sql.raw(order)}, ${byName}`
  const statement = sql<Listed>`with below as (select * from ${belowPrefix(bucket, prefix)} b where starts_with(lower(rest), ${search}))
      select name, id, updated_at, created_at, last_accessed_at, metadata from (
        select folder as name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
          null::timestamptz as last_accessed_at, null::jsonb as metadata
        from below where folder is not null group by folder
        union all
        select rest, id, updated_at, created_at, last_accessed_at, metadata from below where folder is null
      ) listed
      order by ${column === 'name' ? sql`` : sql`id is not null,`} ${sorting}
      limit ${Math.min(input.limit, maxRows)} offset ${input.offset}`
  const { rows } = await withinCallersTime(platform, peerOf(request.ip), claims, () =>
    platform.db.asPerson(claims, tx => statement.execute(tx)),
  )
  return rows
}
