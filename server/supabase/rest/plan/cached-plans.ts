import { newSecret } from '#platform/ids.ts'
import { makeLruCache, type LruCache } from '#platform/lru-cache.ts'
import type { Statement } from '#platform/sql/session.ts'
import type { Tables } from '../../catalogue.ts'

type Shaped = { shape: string; values: string[] }
type CachedPlan<Plan> = { plan: Plan; places: Place[] }
type Place = { of: number } | { value: unknown }

const maxPlans = 1000
const maxShapeLength = 2000

/** Kept verbatim in the shape; the parser deals with other names. */
const asTheyStand = new Set(['select', 'order', 'limit', 'offset'])
const column = /^(?!(?:and|or|not|apikey|columns|on_conflict)$)[a-z_][a-z0-9_]*$/
const comparison = /^(?:eq|neq|gt|gte|lt|lte)\./
const state = /^(?:not\.)?is\.[a-z_]+$/

/** @returns undefined unless it only compares columns with one value each, orders and windows */
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

/** Placeholder prefix that nobody outside can guess. */
const mark = `${newSecret()}:`

function markedOf(parameters: URLSearchParams): URLSearchParams {
  let made = 0
  const pairs = [...parameters].map(([name, value]): [string, string] => {
    const compared = asTheyStand.has(name) ? undefined : comparison.exec(value)?.[0]
    return [name, compared === undefined ? value : `${compared}${mark}${made++}`]
  })
  return new URLSearchParams(pairs)
}

/** Dropped together with the tables it was planned for. */
const cacheOf = new WeakMap<Tables, LruCache<CachedPlan<{ statement: Statement }>>>()

/** Planned once, then only values change. `name`: all that the plan depends on besides the tables. */
export function planOnce<Plan extends { statement: Statement }>(
  tables: Tables,
  name: string,
  parameters: URLSearchParams,
  make: (marked: URLSearchParams) => Plan,
): CachedPlan<Plan> {
  const stored = cacheOf.get(tables) ?? makeLruCache<CachedPlan<{ statement: Statement }>>(maxPlans)
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
