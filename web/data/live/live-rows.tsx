import { useQuery, useQueryClient } from '@tanstack/react-query'
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
import { type LiveList, liveQuery, readMore } from './live-list.ts'
import type { LiveState } from './live-topic.ts'
import type { RowWindow } from './row-window.ts'

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

export type { LiveList } from './live-list.ts'

export type LiveRows<Row> = {
  /** None until they are read */
  rows: readonly Row[]
  /** Undefined until they are read, as a query's */
  data: readonly Row[] | undefined
  status: 'loading' | 'ready' | 'failed'
  error: unknown
  refetch(): void
  more: boolean
  loadingMore: boolean
  /** Rows already shown stay. */
  moreFailed: boolean
  loadMore(): Promise<void>
}

export function useLiveRows<Row>(list: LiveList<Row>): LiveRows<Row> {
  const queries = useQueryClient()
  const connection = useLiveConnection()
  const [more, setMore] = useState<'idle' | 'loading' | 'failed'>('idle')
  useEffect(() => connection.use(list.topic), [connection, list.topic])

  const options = useMemo(() => liveQuery(queries, connection, list), [queries, connection, list])
  const query = useQuery(options)
  const window = query.data

  const loading = useRef(false)
  const loadMore = useCallback(async () => {
    if (loading.current || !queries.getQueryData<RowWindow<Row>>(options.queryKey)?.more) return
    loading.current = true
    setMore('loading')
    try {
      await readMore(queries, connection, list)
      setMore('idle')
    } catch {
      setMore('failed')
    } finally {
      loading.current = false
    }
  }, [queries, connection, options, list])

  const { isError, error, refetch } = query
  return useMemo<LiveRows<Row>>(
    () => ({
      rows: window?.rows ?? [],
      data: window?.rows,
      status: window ? 'ready' : isError ? 'failed' : 'loading',
      error,
      refetch: () => void refetch(),
      more: window?.more ?? false,
      loadingMore: more === 'loading',
      moreFailed: more === 'failed',
      loadMore,
    }),
    [window, isError, error, refetch, more, loadMore],
  )
}

/** The topic must be in use on this screen. */
export function useLiveState(topic: string): LiveState {
  const connection = useLiveConnection()
  useEffect(() => connection.use(topic), [connection, topic])
  const watch = useCallback((listener: () => void) => connection.topic(topic).watch(listener), [connection, topic])
  return useSyncExternalStore(watch, () => connection.topic(topic).state())
}

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
