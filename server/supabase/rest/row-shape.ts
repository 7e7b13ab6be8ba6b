import { z } from 'zod'
import { instant } from '#shared/contracts/endpoint.ts'

type Kind = 'uuid' | 'text' | 'integer' | 'number' | 'instant' | 'date' | 'json' | 'boolean' | 'uuid[]' | 'text[]'

/** `?`: may be null; a list: the words it may be. */
export type RowShape = Record<string, Kind | `${Kind}?` | (string | null)[]>

const kinds: Record<Kind, z.ZodType> = {
  uuid: z.guid(),
  text: z.string(),
  integer: z.int(),
  number: z.number(),
  instant,
  date: z.iso.date(),
  json: z.unknown(),
  boolean: z.boolean(),
  'uuid[]': z.array(z.guid()),
  'text[]': z.array(z.string()),
}

export function schemaOfRow(shape: RowShape): z.ZodObject {
  return z.object(Object.fromEntries(Object.entries(shape).map(([column, one]) => [column, schemaOfColumn(one)])))
}

function schemaOfColumn(one: RowShape[string]): z.ZodType {
  if (Array.isArray(one)) {
    const words = z.enum(one.filter(word => word !== null))
    return one.includes(null) ? words.nullable() : words
  }
  const kind = one.replace('?', '') as Kind
  return one.endsWith('?') ? kinds[kind].nullable() : kinds[kind]
}
