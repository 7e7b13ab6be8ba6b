import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { peerOf } from '#platform/http/peer.ts'
import type { Platform } from '#platform/platform.ts'
import { withinCallersTime } from '../../caller-limits.ts'
import { belowPrefix, canBeListed, type Listed } from './listed-level.ts'
import { requireStorageCaller } from '../storage-caller.ts'
import { refuse } from '../storage-error.ts'
import { readStorageInput } from '../storage-input.ts'

const maxRows = 1000

export const listPageBody = z.object({
  prefix: z.string().max(1024).default(''),
  cursor: z.string().max(8192).nullish(),
  limit: z.number().int().min(1).default(maxRows),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .nullish(),
})

/** Times keep their microseconds. */
const position = z.object({ name: z.string(), at: z.string().nullable() })

type Entry = Listed & { at: string | null }

type Page = {
  hasNext: boolean
  nextCursor?: string
  nextCursorKey?: string
  folders: { key: string; name: string }[]
  objects: (Listed & { key: string })[]
}

/** `with_delimiter` stops at the next slash. A folder's time is that of its first object. */
export async function listObjectsV2(platform: Platform, request: FastifyRequest): Promise<Page> {
  const claims = await requireStorageCaller(platform, request)
  const { bucket } = request.params as { bucket: string }
  const { prefix, cursor, limit: asked, with_delimiter: level, sortBy } = readStorageInput(listPageBody, request.body)
  if (!canBeListed(bucket, prefix)) return { hasNext: false, folders: [], objects: [] }
  const { column = 'name', order = 'asc' } = sortBy ?? {}
  const from = cursor ? readCursor(cursor) : undefined
  const limit = Math.min(asked, maxRows)
  const direction = sql.raw(order)
  const first = sql.raw(order === 'asc' ? 'min' : 'max')
  const later = sql.raw(order === 'asc' ? '>' : '<')
  const at = column === 'name' ? sql`null::timestamptz` : sql.ref(column)
  const beyond =
    from === undefined
      ? sql`true`
      : column === 'name'
        ? sql`name ${later} ${from.name}::text collate "C"`
        : sql`(at, name) ${later} (${from.at}::timestamptz, ${from.name}::text collate "C")`
  const statement = sql<Entry>`with below as (select *, ${at} as at, ${level ? sql`folder` : sql`null::text`} as inside from ${belowPrefix(bucket, prefix)} b)
      select name, id, updated_at, created_at, last_accessed_at, metadata, at::text from (
        select ${prefix} || inside || '/' as name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
          null::timestamptz as last_accessed_at, null::jsonb as metadata, ${first}(at) as at
        from below where inside is not null group by inside
        union all
        select name, id, updated_at, created_at, last_accessed_at, metadata, at from below where inside is null
      ) listed
      where ${beyond} order by listed.at ${direction}, name collate "C" ${direction} limit ${limit + 1}`
  const { rows } = await withinCallersTime(platform, peerOf(request.ip), claims, () =>
    platform.db.asPerson(claims, tx => statement.execute(tx)),
  )
  const page = rows.slice(0, limit)
  const end = page.at(-1)
  return {
    hasNext: rows.length > limit,
    ...(rows.length > limit && end ? { nextCursor: writeCursor(end), nextCursorKey: end.name } : {}),
    folders: page.filter(entry => entry.id === null).map(({ name }) => ({ key: name.slice(0, -1), name })),
    objects: page.filter(entry => entry.id !== null).map(({ at: _at, ...object }) => ({ key: object.name, ...object })),
  }
}

function writeCursor({ name, at }: Entry): string {
  return Buffer.from(JSON.stringify({ name, at })).toString('base64url')
}

function readCursor(text: string): z.output<typeof position> {
  try {
    const read = position.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (canBeListed(read.name)) return read
  } catch {}
  throw refuse('InvalidRequest', 'The cursor is not valid')
}
