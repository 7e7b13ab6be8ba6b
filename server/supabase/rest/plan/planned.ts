import type { Table, Tables } from '../../catalogue.ts'
import type { Aggregate, Order, Query } from '../run/row-query.ts'
import type { Scope, Sql } from '../run/scope.ts'

/** What all levels of one statement share. */
export type Planner = {
  tables: Tables
  role: string
  /** A name that the statement does not have yet. */
  alias(letter: string): string
  level(place: Place, query: Query, cap: number | undefined): Level
}

/** One table of the statement, with what leads to it from the level above. */
/** lists: how many lists it lies within */
export type Place = { table: Table; alias: string; from: Sql; conditions: Sql[]; lists: number }

/** The parts of a `select` over one table. */
export type Level = {
  scope: Scope
  outputs: Output[]
  isGrouped: boolean
  /** `from … where …`, with all that is embedded. */
  body: Sql
  /** The same with only what decides whether a row is there. */
  bareBody: Sql
  /** ` group by …`, or nothing. */
  groupBy: Sql
  /** ` order by … limit … offset …`, or nothing. */
  window: Sql
}

/** One column of a level's answer. */
export type Output = {
  name: string
  /** undefined: the whole row, which only `count` takes */
  value: Sql | undefined
  aggregate: Aggregate | undefined
  aggregateCast: string | undefined
  /** JSON made of embedded rows. */
  isEmbedded: boolean
  /** It is a list, or has lists within: nobody knows beforehand how long it is. */
  holdsLists: boolean
  isText: boolean
}

/** What one embedded relation adds to the level that embeds it. */
export type Joined = {
  /** ` left join lateral (…) r on …` */
  full: Sql
  /** The same, but only to see whether something is there. */
  bare: Sql
  /** Null where there is nothing. */
  marker: Sql
  /** Whether rows of the level may be left out for it. */
  narrows: boolean
  outputs: Output[]
  sortValues: Map<Order, Sql>
}
