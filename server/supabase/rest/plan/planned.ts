import type { Table, Tables } from '../../catalogue.ts'
import type { Aggregate, Order, Query } from '../run/row-query.ts'
import type { Scope, Sql } from '../run/scope.ts'

export type Planner = {
  tables: Tables
  role: string
  alias(prefix: string): string
  level(place: Place, query: Query, cap: number | undefined): Level
}

export type Place = { table: Table; alias: string; from: Sql; conditions: Sql[]; lists: number }

export type Level = {
  scope: Scope
  outputs: Output[]
  isGrouped: boolean
  body: Sql
  /** Only the joins and filters that decide which rows exist. */
  bareBody: Sql
  groupBy: Sql
  window: Sql
}

export type Output = {
  name: string
  /** undefined: the whole row, only for `count` */
  value: Sql | undefined
  aggregate: Aggregate | undefined
  aggregateCast: string | undefined
  isEmbedded: boolean
  /** Contains lists, so its length is unbounded. */
  holdsLists: boolean
  isText: boolean
}

export type Joined = {
  full: Sql
  /** For existence tests only. */
  bare: Sql
  /** Null where no row matches. */
  marker: Sql
  /** Whether it may remove rows of the parent. */
  narrows: boolean
  outputs: Output[]
  sortValues: Map<Order, Sql>
}
