import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import type { LiveConnection } from './live-connection.ts'
import { type LiveList, liveQuery, readMore } from './live-list.ts'
import type { LiveChange } from './live-topic.ts'
import type { RowWindow } from './row-window.ts'

type Item = { id: string; at: number }

function stage(rows: number[]) {
  const queries = new QueryClient()
  const recordings = new Set<LiveChange[]>()
  const connection = {
    beforeRead: async () => undefined,
    recordChanges() {
      const changes: LiveChange[] = []
      recordings.add(changes)
      return { changes, stop: () => recordings.delete(changes) }
    },
  } as unknown as LiveConnection
  let onRead = () => {}
  const list: LiveList<Item> = {
    topic: 'workspace:1',
    table: 'items',
    key: [],
    pageSize: 2,
    keyOf: row => row.id,
    accepts: () => true,
    compare: (a, b) => a.at - b.at,
    async load(edge) {
      const page = rows
        .filter(at => at > (edge?.at ?? 0))
        .slice(0, 2)
        .map(at => ({ id: `r${at}`, at }))
      onRead()
      return page
    },
  }
  const options = liveQuery(queries, connection, list)
  const shown = () => queries.getQueryData<RowWindow<Item>>(options.queryKey)?.rows.map(row => row.at)
  return {
    queries,
    recordings,
    list,
    connection,
    options,
    shown,
    read: () => queries.fetchQuery({ ...options, staleTime: 0 }),
    more: () => readMore(queries, connection, list),
    onRead: (act: () => void) => void (onRead = act),
    change: (at: number) =>
      recordings.forEach(changes =>
        changes.push({ cursor: '1-1', table: 'items', type: 'INSERT', record: { id: `r${at}`, at } }),
      ),
  }
}

test('what changes while rows are read is in them', async () => {
  const { read, more, shown, onRead, change, recordings } = stage([10, 20, 30, 40])
  onRead(() => change(15))
  await read()
  assert.deepEqual(shown(), [10, 15, 20])
  onRead(() => change(35))
  await more()
  assert.deepEqual(shown(), [10, 15, 20, 30, 35, 40])
  assert.equal(recordings.size, 0)
})

test('read again, as many rows come as were shown, but not a whole history', async () => {
  const { read, more, shown } = stage(Array.from({ length: 40 }, (_, at) => at + 1))
  await read()
  for (let page = 0; page < 4; page++) await more()
  assert.equal(shown()?.length, 10)
  await read()
  assert.equal(shown()?.length, 10)
  for (let page = 0; page < 10; page++) await more()
  assert.equal(shown()?.length, 30)
  await read()
  assert.equal(shown()?.length, 20)
})

test('a page that was overtaken by a new reading is dropped, and one that fails changes nothing', async () => {
  const { queries, options, read, more, shown, onRead, recordings } = stage([10, 20, 30, 40, 50])
  await read()
  onRead(() => queries.setQueryData(options.queryKey, { rows: [], edge: { id: 'r40', at: 40 }, more: true }))
  await more()
  assert.deepEqual(shown(), [])
  onRead(() => assert.fail('no network'))
  await assert.rejects(more())
  await assert.rejects(read())
  assert.deepEqual([shown(), recordings.size], [[], 0])
})

test('below the last page nothing is read', async () => {
  const { read, more, onRead } = stage([10])
  await read()
  let reads = 0
  onRead(() => reads++)
  await more()
  assert.equal(reads, 0)
})
