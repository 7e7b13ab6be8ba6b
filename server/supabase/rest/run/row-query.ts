export type Path = { column: string; steps: { arrow: '->' | '->>'; key: string | number }[] }

export const comparisons = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxl',
  'nxr',
  'adj',
] as const
export const searches = ['fts', 'plfts', 'phfts', 'wfts'] as const
export const states = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export const aggregates = ['count', 'sum', 'avg', 'min', 'max'] as const

export type Comparison = (typeof comparisons)[number]
export type Search = (typeof searches)[number]
export type State = (typeof states)[number]
export type Aggregate = (typeof aggregates)[number]

export type Test =
  | { kind: 'compare'; path: Path; not: boolean; operator: Comparison; quantifier?: 'any' | 'all'; value: string }
  | { kind: 'search'; path: Path; not: boolean; operator: Search; language: string | undefined; value: string }
  | { kind: 'in'; path: Path; not: boolean; values: string[] }
  | { kind: 'is'; path: Path; not: boolean; state: State }
export type Filter = Test | { kind: 'and' | 'or'; not: boolean; filters: Filter[] }

export type Field = {
  kind: 'column'
  /** undefined: `count()` of whole rows */
  path: Path | undefined
  alias: string | undefined
  cast: string | undefined
  aggregate: Aggregate | undefined
  aggregateCast: string | undefined
}

export type Embed = {
  kind: 'relation'
  name: string
  hint: string | undefined
  alias: string | undefined
  inner: boolean
  spread: boolean
  query: Query
}

export type Selected = { kind: 'all' } | Field | Embed

export type Order = {
  relation: string | undefined
  path: Path
  descending: boolean
  nulls: 'first' | 'last' | undefined
}

export type Query = {
  select: Selected[]
  filters: Filter[]
  order: Order[]
  offset: number
  limit: number | undefined
}
