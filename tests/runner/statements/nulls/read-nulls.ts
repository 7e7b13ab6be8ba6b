import { loadModule, parseSync } from 'libpg-query'
import { addFrom } from './from.ts'
import type { Nullness } from './nullness.ts'
import { columnsOf } from './read-query.ts'
import { nullnessOf } from './read-expression.ts'
import { valueOf } from './inside.ts'
import type { Catalog, Columns, Scope } from './scope.ts'

export type ReadNulls = (text: string, parameter: (number: number) => Nullness) => Columns | undefined

/** Whether the columns of a statement may be null, as far as it and the tables say. */
export async function openNulls(catalog: Catalog): Promise<ReadNulls> {
  await loadModule()
  return (text, parameter) => {
    const scope: Scope = {
      rows: [],
      ctes: new Map(),
      groups: 'all',
      isMerged: false,
      known: { notNull: new Set(), matched: new Set() },
      outer: undefined,
      reader: { catalog, parameter, columnsOf, nullnessOf, valueOf, addFrom },
    }
    return columnsOf(parseSync(text).stmts?.[0]?.stmt, scope)
  }
}
