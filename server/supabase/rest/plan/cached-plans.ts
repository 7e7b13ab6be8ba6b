import { newSecret } from '#platform/ids.ts'
import { makeLruCache, type LruCache } from '#platform/lru-cache.ts'
import type { Statement } from '#platform/sql/session.ts'
import type { Tables } from '../../catalogue.ts'

/** What is asked, without the values that columns are compared with, and those. */
type Shaped = { shape: string; values: string[] }
/** A plan, and where the values stand in its statement. */
type CachedPlan<Plan> = { plan: Plan; places: Place[] }
type Place = { of: number } | { value: unknown }

const most = 1000
const maxShapeLength = 2000

/** Of the shape as they stand. Whatever other names mean is left to the parser. */
const asTheyStand = new Set(['select', 'order', 'limit', 'offset'])
const column = /^(?!(?:and|or|not|apikey|columns|on_conflict)$)[a-z_][a-z0-9_]*$/
const comparison = /^(?:eq|neq|gt|gte|lt|lte)\./
const state = /^(?:not\.)?is\.[a-z_]+$/

/** @returns undefined for what is not of the plain kind: columns compared with one value each, an order, a window */
export function shapeOf(parameters: URLSearchParams): Shaped | undefined {
  const parts: string[] = []
  const values: string[] = []
  for (const [name, value] of parameters) {
    if (asTheyStand.has(name)) parts.push(name, value)
    else if (!column.test(name)) return undefined
    else if (state.test(value)) parts.push(name, value)
    else {
      const compared = comparison.exec(value)?.[0]
      if (compared === undefined) return undefined
      parts.push(name, compared)
      values.push(value.slice(compared.length))
    }
  }
  const shape = JSON.stringify(parts)
  return shape.length > maxShapeLength ? undefined : { shape, values }
}

/** Stands where a value will, with its number: nobody outside knows it. */
const mark = `${newSecret()}:`

/** The same parameters with marks for values, in the order of `values`. */
function markedOf(parameters: URLSearchParams): URLSearchParams {
  let made = 0
  const pairs = [...parameters].map(([name, value]): [string, string] => {
    const compared = asTheyStand.has(name) ? undefined : comparison.exec(value)?.[0]
    return [name, compared === undefined ? value : `${compared}${mark}${made++}`]
  })
  return new URLSearchParams(pairs)
}

/** Planned for the tables as they are known: gone with them. */
const cacheOf = new WeakMap<Tables, LruCache<CachedPlan<{ statement: Statement }>>>()

/**
 * What a shape comes to: planned once, from then on only its values change, which are bound.
 * @param name all that the plan depends on beside the tables
 * @param make plans the request with marks for its values
 */
export function planOnce<Plan extends { statement: Statement }>(
  tables: Tables,
  name: string,
  parameters: URLSearchParams,
  make: (marked: URLSearchParams) => Plan,
): CachedPlan<Plan> {
  const stored = cacheOf.get(tables) ?? makeLruCache<CachedPlan<{ statement: Statement }>>(most)
  cacheOf.set(tables, stored)
  const known = stored.get(name)
  if (known) return known as CachedPlan<Plan>
  const plan = make(markedOf(parameters))
  const made = { plan, places: plan.statement.parameters.map(placeOf) }
  stored.set(name, made)
  return made
}

function placeOf(value: unknown): Place {
  return typeof value === 'string' && value.startsWith(mark) ? { of: Number(value.slice(mark.length)) } : { value }
}

export function withValues({ plan, places }: CachedPlan<{ statement: Statement }>, values: string[]): Statement {
  const parameters = places.map(place => ('of' in place ? values[place.of] : place.value))
  return { text: plan.statement.text, parameters }
}
