// Runs the real modules of web/data in a thread, as one browser would; only browser APIs are replaced. Waits are a twentieth.
import { parentPort, workerData } from 'node:worker_threads'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { LiveList } from '#web/data/live/live-list.ts'

export type ReaderStart = {
  url: string
  anonKey: string
  email: string
  password: string
  workspace: string
  lists: ReaderList[]
}
export type ReaderList = {
  name: string
  topic: string
  table: string
  where: Record<string, string>
  key: string[]
  /** largest first */
  order: string
  pageSize?: number
}
export type ReaderAsk = { id: number; ask: 'state' | 'rows' | 'more' }
export type ReaderRows = Record<string, { rows: Row[]; more: boolean }>
type Row = Record<string, unknown>

const fasterBy = 20
const { url, anonKey, email, password, workspace, lists } = workerData as ReaderStart

function becomeBrowser(): void {
  const plain = globalThis.setTimeout
  const faster = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    plain(run, ms / fasterBy, ...given)
  const page = { querySelector: () => ({ content: JSON.stringify({ anonKey }) }) }
  const events = new EventTarget()
  const given: Record<string, unknown> = {
    setTimeout: Object.assign(faster, plain),
    location: new URL(`${url}/dashboard/inbox`),
    document: page,
    window: Object.assign(globalThis, { addEventListener: events.addEventListener.bind(events) }),
    navigator: { onLine: true, userAgent: 'node' },
  }
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  Object.assign(globalThis, { removeEventListener: events.removeEventListener.bind(events) })
  const plainFetch = globalThis.fetch
  globalThis.fetch = (to, how) => plainFetch(typeof to === 'string' && to.startsWith('/') ? url + to : to, how)
}

becomeBrowser()
const { LiveConnection } = await import('#web/data/live/live-connection.ts')
const { liveQuery, readMore } = await import('#web/data/live/live-list.ts')
const { readRows } = await import('#web/data/read.ts')
const { nameWorkspace } = await import('#web/data/api.ts')
const { signIn } = await import('#web/data/session/sign-in.ts')

const refused = await signIn(email, password)
if (refused) throw refused

nameWorkspace(workspace)
const queries = new QueryClient({ defaultOptions: { queries: { retry: 2, retryDelay: 20 } } })
queries.mount()
const connection = new LiveConnection(queries)
const shown = new Map(lists.map(list => [list.name, liveListOf(list)]))
for (const list of shown.values()) {
  connection.use(list.topic)
  new QueryObserver(queries, liveQuery(queries, connection, list)).subscribe(() => {})
}

function liveListOf({ name, topic, table, where, key, order, pageSize }: ReaderList): LiveList<Row> {
  const keyOf = (row: Row) => key.map(column => row[column]).join(' ')
  const valueOf = (row: Row) => {
    const value = row[order]
    return typeof value === 'number' ? value : Date.parse(String(value))
  }
  const compare = (a: Row, b: Row) =>
    valueOf(b) - valueOf(a) || (keyOf(a) < keyOf(b) ? 1 : keyOf(a) > keyOf(b) ? -1 : 0)
  const last = key.at(-1) ?? ''
  return {
    topic,
    table,
    key: [name],
    keyOf,
    accepts: row => Object.entries(where).every(([column, value]) => String(row[column]) === value),
    compare,
    ...(pageSize ? { pageSize } : {}),
    async load(edge) {
      const rows = await readRows(table as never, start => {
        let query = start
        for (const [column, value] of Object.entries(where)) query = query.eq(column, value)
        if (edge && pageSize) {
          const at = `"${String(edge[order])}"`
          query = query.or(`${order}.lt.${at},and(${order}.eq.${at},${last}.lt.${String(edge[last])})`)
        }
        return query
          .order(order, { ascending: false })
          .order(last, { ascending: false })
          .limit(pageSize ?? 1000)
      })
      return rows as Row[]
    },
  }
}

function rowsShown(): ReaderRows {
  return Object.fromEntries(
    [...shown].map(([name, list]) => {
      const { queryKey } = liveQuery(queries, connection, list)
      const window = queries.getQueryData<{ rows: Row[]; more: boolean }>(queryKey)
      return [name, { rows: window?.rows ?? [], more: window?.more ?? true }]
    }),
  )
}

function isLive(): boolean {
  return lists.every(list => connection.topic(list.topic).state() === 'live')
}

parentPort?.on('message', ({ id, ask }: ReaderAsk) => {
  void (async () => {
    if (ask === 'more') await Promise.allSettled([...shown.values()].map(list => readMore(queries, connection, list)))
    parentPort?.postMessage({ id, answer: ask === 'rows' ? rowsShown() : isLive() })
  })()
})
parentPort?.postMessage({ id: 0, answer: true })
