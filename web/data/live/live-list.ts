import type { QueryClient } from '@tanstack/react-query'
import type { LiveConnection } from './live-connection.ts'
import { emptyWindow, type RowWindow, type WindowRules, withChange, withPage } from './row-window.ts'

export type LiveList<Row> = WindowRules<Row> & {
  /** 'workspace:<id>' or 'conversation:<id>' */
  topic: string
  key: readonly unknown[]
  /** Reads the first page, or the one below `edge`, in the list's order. */
  load(edge: Row | undefined): Promise<Row[]>
  pageSize?: number
}

export function keyOfList<Row>(list: LiveList<Row>): unknown[] {
  return ['live', list.topic, list.table, ...list.key]
}

export function liveQuery<Row>(queries: QueryClient, connection: LiveConnection, list: LiveList<Row>) {
  return {
    queryKey: keyOfList(list),
    queryFn: () => readWindow(queries, connection, list),
    meta: { rules: list },
    staleTime: Infinity,
    structuralSharing: false,
  }
}

/** A failure throws, and leaves the shown rows. */
export async function readMore<Row>(
  queries: QueryClient,
  connection: LiveConnection,
  list: LiveList<Row>,
): Promise<void> {
  const queryKey = keyOfList(list)
  const before = queries.getQueryData<RowWindow<Row>>(queryKey)
  if (!before?.more) return
  const recording = connection.recordChanges(list.topic)
  try {
    const page = await list.load(before.edge)
    queries.setQueryData<RowWindow<Row>>(queryKey, now => {
      if (!now || now.edge !== before.edge) return now
      return recording.changes.reduce(
        (all, change) => withChange(all, change, list),
        withPage(now, page, isFull(page, list), list),
      )
    })
  } finally {
    recording.stop()
  }
}

const deepestReload = 10

async function readWindow<Row>(
  queries: QueryClient,
  connection: LiveConnection,
  list: LiveList<Row>,
): Promise<RowWindow<Row>> {
  // Reads as many rows as were shown, so that nobody loses their place.
  const shown = queries.getQueryData<RowWindow<Row>>(keyOfList(list))?.edge
  await connection.beforeRead(list.topic)
  const recording = connection.recordChanges(list.topic)
  try {
    let window = emptyWindow<Row>()
    for (let page = 0; page < deepestReload; page++) {
      const rows = await list.load(window.edge)
      window = withPage(window, rows, isFull(rows, list), list)
      if (!window.more || !shown || !window.edge || list.compare(window.edge, shown) >= 0) break
    }
    return recording.changes.reduce((all, change) => withChange(all, change, list), window)
  } finally {
    recording.stop()
  }
}

function isFull<Row>(page: Row[], list: LiveList<Row>): boolean {
  return list.pageSize !== undefined && page.length >= list.pageSize
}
