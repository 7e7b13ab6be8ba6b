import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { ApiError } from '#web/data/api.ts'
import { LiveConnection } from './live-connection.ts'
import type { LiveChange } from './live-topic.ts'

const topic = 'workspace:1'
const key = ['live', topic, 'items']
const change: LiveChange = { cursor: '10-1', table: 'items', type: 'INSERT', record: { id: 'b' } }

/** The server is not there: the test itself says when the topic is joined, and what changes. */
function stage(t: TestContext) {
  mock.timers.enable({ apis: ['setTimeout'] })
  let joins = 0
  const document = { querySelector: () => void joins++ }
  Object.assign(globalThis, { window: new EventTarget(), document, location: { origin: 'http://shop' } })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const connection = new LiveConnection(queries)
  t.after(() => {
    mock.timers.reset()
    for (const name of ['window', 'document', 'location']) Reflect.deleteProperty(globalThis, name)
    queries.clear()
  })
  let reads = 0
  let read: () => unknown = () => 'rows'
  const show = () => {
    const observer = new QueryObserver(queries, {
      queryKey: key,
      queryFn: () => (reads++, read()),
      staleTime: Infinity,
    })
    return observer.subscribe(() => undefined)
  }
  return {
    queries,
    connection,
    show,
    joins: () => joins,
    reads: () => reads,
    answer: (by: () => unknown) => void (read = by),
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(resolve => setImmediate(resolve))
}

test('a topic is shared, and left four seconds after the last who used it', async t => {
  const { queries, connection } = stage(t)
  queries.setQueryData(key, 'rows')
  const stale = () => queries.getQueryState(key)?.isInvalidated
  const [first, second] = [connection.use(topic), connection.use(topic)]
  const before = connection.topic(topic)
  first()
  first()
  mock.timers.tick(4000)
  assert.equal(connection.topic(topic), before)
  second()
  mock.timers.tick(3999)
  const third = connection.use(topic)
  mock.timers.tick(4000)
  assert.equal(connection.topic(topic), before, 'used again in time')
  assert.equal(stale(), false)
  third()
  mock.timers.tick(4000)
  assert.notEqual(connection.topic(topic), before)
  assert.equal(stale(), true, 'rows that are no longer live are read again')
})

test('joining is tried again until the topic is left', async t => {
  const { connection, joins } = stage(t)
  const release = connection.use(topic)
  connection.topic(topic)
  await settled()
  mock.timers.tick(2000)
  await settled()
  assert.equal(joins(), 2)
  release()
  mock.timers.tick(1999)
  await settled()
  mock.timers.tick(2001)
  await settled()
  const tries = joins()
  mock.timers.tick(2000)
  await settled()
  assert.equal(joins(), tries)
})

test('rows read before the join are read once more after it, those read after it are not', async t => {
  const { connection, show, reads, answer } = stage(t)
  connection.use(topic)
  answer(() => connection.beforeRead(topic).then(() => 'rows'))
  show()
  const live = connection.topic(topic)
  live.joined()
  await settled()
  assert.deepEqual([reads(), live.state()], [1, 'live'])
  live.lost()
  live.joined()
  await settled()
  assert.deepEqual([reads(), live.state()], [2, 'live'], 'after a loss it cannot know')

  const early = 'workspace:2'
  connection.use(early)
  const late = connection.beforeRead(early)
  mock.timers.tick(400)
  await late
  let asked = 0
  connection.onChange(early, [], () => asked++)
  connection.topic(early).joined()
  await settled()
  assert.equal(asked, 1, 'who counts rows counts again')
})

test('it is live once everything shown was read again: a failure is tried again, a refusal is an answer', async t => {
  const { connection, show, reads, answer } = stage(t)
  connection.use(topic)
  const late = connection.beforeRead(topic)
  mock.timers.tick(400)
  await late
  show()
  await settled()
  answer(() => Promise.reject(new ApiError('server.unexpected', '', 503)))
  connection.topic(topic).joined()
  await settled()
  assert.deepEqual([reads(), connection.topic(topic).state()], [2, 'connecting'])
  answer(() => Promise.reject(new ApiError('rate', '', 429)))
  mock.timers.tick(500)
  await settled()
  assert.deepEqual([reads(), connection.topic(topic).state()], [3, 'connecting'])
  answer(() => Promise.reject(new ApiError('request.forbidden', '', 403)))
  mock.timers.tick(1000)
  await settled()
  assert.deepEqual([reads(), connection.topic(topic).state()], [4, 'live'])
})

test('a reading under way at the join is waited for, and done again', async t => {
  const { connection, show, reads, answer } = stage(t)
  connection.use(topic)
  const late = connection.beforeRead(topic)
  mock.timers.tick(400)
  await late
  const { promise, resolve } = Promise.withResolvers<string>()
  answer(() => promise)
  show()
  connection.topic(topic).joined()
  await settled()
  assert.equal(reads(), 1)
  answer(() => 'newer')
  resolve('older')
  await settled()
  assert.deepEqual([reads(), connection.topic(topic).state()], [2, 'live'])
})

test('a change reaches the rows of its table, whoever reads at the moment, and those who watch that table', async t => {
  const { queries, connection } = stage(t)
  connection.use(topic)
  const rules = {
    table: 'items',
    keyOf: (row: { id: string }) => row.id,
    accepts: () => true,
    compare: (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id),
  }
  await queries.fetchQuery({
    queryKey: key,
    queryFn: () => ({ rows: [{ id: 'a' }], edge: undefined, more: false }),
    meta: { rules },
  })
  const runs: string[] = []
  const stopItems = connection.onChange(topic, ['items'], () => runs.push('items'))
  connection.onChange(topic, ['members'], () => runs.push('members'))
  connection.topic(topic).joined()
  await settled()
  runs.length = 0
  const recording = connection.recordChanges(topic)
  connection.topic(topic).change(change)
  assert.deepEqual(queries.getQueryData<{ rows: unknown }>(key)?.rows, [{ id: 'a' }, { id: 'b' }])
  assert.deepEqual([runs, recording.changes], [['items'], [change]])
  recording.stop()
  stopItems()
  connection.topic(topic).change({ ...change, cursor: '10-2' })
  assert.deepEqual([runs.length, recording.changes.length], [1, 1])
})
