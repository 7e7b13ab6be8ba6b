import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useRef,
  useSyncExternalStore,
} from 'react'
import { LiveConnection } from './live-connection.ts'
import type { LiveState } from './live-topic.ts'
import { emptyWindow, type RowWindow, type WindowRules, withChange, withPage } from './row-window.ts'

const ConnectionContext = createContext<LiveConnection | undefined>(undefined)

export function LiveRowsProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const connection = useMemo(() => new LiveConnection(queries), [queries])
  return <ConnectionContext value={connection}>{children}</ConnectionContext>
}

export function useLiveConnection(): LiveConnection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('useLiveConnection needs LiveRowsProvider above it')
  return connection
}

/** A list of rows that stays as the database has it. Keep the object stable (useMemo). */
export type LiveList<Row> = WindowRules<Row> & {
  /** 'workspace:<id>' or 'conversation:<id>', which brings the changes. */
  topic: string
  /** Tells apart several lists of one table on one topic. */
  key: readonly unknown[]
  /** Reads the first page, or the one below `edge`, in the list's order. */
  load(edge: Row | undefined): Promise<Row[]>
  /** Rows of a page; without it `load` reads everything at once. */
  pageSize?: number
}

export type LiveRows<Row> = {
  rows: readonly Row[]
  status: 'loading' | 'ready' | 'failed'
  error: unknown
  retry(): void
  /** Rows below the last one that have not been read. */
  more: boolean
  loadingMore: boolean
  /** The last `loadMore` did not get through; what is shown stays. */
  moreFailed: boolean
  loadMore(): Promise<void>
}

/** Reads a list and keeps it up to date. */
export function useLiveRows<Row>(list: LiveList<Row>): LiveRows<Row> {
  const queries = useQueryClient()
  const connection = useLiveConnection()
  const [more, setMore] = useState<'idle' | 'loading' | 'failed'>('idle')
  useEffect(() => connection.use(list.topic), [connection, list.topic])

  const queryKey = useMemo(() => ['live', list.topic, list.table, ...list.key], [list])
  const query = useQuery({
    queryKey,
    queryFn: () => readWindow(queries, connection, queryKey, list),
    meta: { rules: list },
    staleTime: Infinity,
    structuralSharing: false,
  })
  const window = query.data

  const loading = useRef(false)
  const loadMore = useCallback(async () => {
    const before = queries.getQueryData<RowWindow<Row>>(queryKey)
    if (!before?.more || loading.current) return
    loading.current = true
    setMore('loading')
    const noted = connection.note(list.topic)
    try {
      const page = await list.load(before.edge)
      queries.setQueryData<RowWindow<Row>>(queryKey, now => {
        if (!now || now.edge !== before.edge) return now
        return noted.changes.reduce(
          (all, change) => withChange(all, change, list),
          withPage(now, page, isFull(page, list), list),
        )
      })
      setMore('idle')
    } catch {
      setMore('failed')
    } finally {
      noted.stop()
      loading.current = false
    }
  }, [queries, connection, queryKey, list])

  const { isError, error, refetch } = query
  return useMemo<LiveRows<Row>>(
    () => ({
      rows: window?.rows ?? [],
      status: window ? 'ready' : isError ? 'failed' : 'loading',
      error,
      retry: () => void refetch(),
      more: window?.more ?? false,
      loadingMore: more === 'loading',
      moreFailed: more === 'failed',
      loadMore,
    }),
    [window, isError, error, refetch, more, loadMore],
  )
}

const deepestReload = 10

async function readWindow<Row>(
  queries: QueryClient,
  connection: LiveConnection,
  queryKey: unknown[],
  list: LiveList<Row>,
): Promise<RowWindow<Row>> {
  // Read again, the list reaches as deep as it was shown, so that nobody's place in it is lost.
  const shown = queries.getQueryData<RowWindow<Row>>(queryKey)?.edge
  await connection.beforeRead(list.topic)
  const noted = connection.note(list.topic)
  try {
    let window = emptyWindow<Row>()
    for (let page = 0; page < deepestReload; page++) {
      const rows = await list.load(window.edge)
      window = withPage(window, rows, isFull(rows, list), list)
      if (!window.more || !shown || !window.edge || list.compare(window.edge, shown) >= 0) break
    }
    return noted.changes.reduce((all, change) => withChange(all, change, list), window)
  } finally {
    noted.stop()
  }
}

function isFull<Row>(page: Row[], list: LiveList<Row>): boolean {
  return list.pageSize !== undefined && page.length >= list.pageSize
}

/**
 * Whether what a topic brings is up to date.
 * @param topic must be in use on this screen
 */
export function useLiveState(topic: string): LiveState {
  const connection = useLiveConnection()
  useEffect(() => connection.use(topic), [connection, topic])
  const watch = useCallback((listener: () => void) => connection.topic(topic).watch(listener), [connection, topic])
  return useSyncExternalStore(watch, () => connection.topic(topic).state())
}

/** Whether the browser has a network at all. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchNetwork, () => navigator.onLine)
}

function watchNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
