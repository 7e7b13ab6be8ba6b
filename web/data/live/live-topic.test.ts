import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAfter, type LiveChange, makeLiveTopic, type Missed } from './live-topic.ts'

function change(cursor: string, id: string, text = ''): LiveChange {
  return { cursor, table: 'messages', type: 'UPDATE', record: { id, text } }
}

function stage() {
  const applied: string[] = []
  const asked: { after: string; answer(missed: Missed | 'too old'): void; fail(): void }[] = []
  const waits: { ms: number; end(): void }[] = []
  const reloads: ((whole: boolean) => void)[] = []
  let whole = true
  const topic = makeLiveTopic({
    missed: after =>
      new Promise((answer, reject) => asked.push({ after, answer, fail: () => reject(new Error('no network')) })),
    apply: changes => applied.push(...changes.map(one => `${one.cursor} ${String(one.record['id'])}`)),
    reload() {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      reloads.push(resolve)
      if (whole) resolve(true)
      return promise
    },
    wait: ms => new Promise(end => waits.push({ ms, end })),
  })
  const reloadByHand = () => {
    whole = false
    return reloads
  }
  return { topic, applied, asked, waits, reloads: () => reloads.length, reloadByHand }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

test('the first join reads everything once and is then live', async () => {
  const { topic, reloads, asked } = stage()
  assert.equal(topic.state(), 'connecting')
  topic.joined()
  await settled()
  assert.equal(topic.state(), 'live')
  assert.equal(reloads(), 1)
  assert.equal(asked.length, 0)
})

test('changes are applied in the order in which they come', async () => {
  const { topic, applied } = stage()
  topic.joined()
  await settled()
  topic.change(change('10-1', 'a'))
  topic.change(change('10-2', 'b'))
  assert.deepEqual(applied, ['10-1 a', '10-2 b'])
})

test('the same change twice is applied once', async () => {
  const { topic, applied } = stage()
  topic.joined()
  await settled()
  topic.change(change('10-1', 'a'))
  topic.change(change('10-1', 'a'))
  assert.deepEqual(applied, ['10-1 a'])
})

test('a late change never takes a row back, but still brings another row', async () => {
  const { topic, applied } = stage()
  topic.joined()
  await settled()
  topic.change(change('12-9', 'a', 'new'))
  topic.change(change('12-3', 'a', 'old'))
  topic.change(change('12-4', 'b'))
  assert.deepEqual(applied, ['12-9 a', '12-4 b'])
})

test('a late change does not make it ask again for what came before', async () => {
  const { topic, asked } = stage()
  topic.joined()
  await settled()
  topic.change(change('12-9', 'a'))
  topic.change(change('12-4', 'b'))
  topic.lost()
  topic.joined()
  assert.equal(asked[0]?.after, '12-9')
})

test('the rows that changed last are remembered, not all of a day', async () => {
  const { topic, applied } = stage()
  topic.joined()
  await settled()
  for (const [cursor, id] of [
    ['10-1', 'a'],
    ['10-2', 'b'],
    ['10-3', 'a'],
  ] as const)
    topic.change(change(cursor, id))
  for (let number = 0; number < 1999; number++) topic.change(change(`11-${number}`, `row ${number}`))
  applied.length = 0
  topic.change(change('10-1', 'a'))
  topic.change(change('10-2', 'b'))
  assert.deepEqual(applied, ['10-2 b'])
})

test('after a silence it asks for what it missed and keeps what came meanwhile in order', async () => {
  const { topic, applied, asked, reloads } = stage()
  topic.joined()
  await settled()
  topic.change(change('10-1', 'a'))
  topic.lost()
  assert.equal(topic.state(), 'connecting')
  topic.joined()
  await settled()
  topic.change(change('13-8', 'c'))
  assert.equal(asked[0]?.after, '10-1')
  assert.equal(topic.state(), 'connecting')
  asked[0]?.answer({ changes: [change('11-4', 'b'), change('13-8', 'c')], cursor: '13-8' })
  await settled()
  assert.deepEqual(applied, ['10-1 a', '11-4 b', '13-8 c'])
  assert.equal(topic.state(), 'live')
  assert.equal(reloads(), 1)
})

test('a long absence is read page by page', async () => {
  const { topic, applied, asked } = stage()
  topic.joined()
  await settled()
  topic.change(change('10-1', 'a'))
  topic.lost()
  topic.joined()
  await settled()
  asked[0]?.answer({ changes: [change('10-2', 'b')], cursor: '10-2' })
  await settled()
  assert.equal(asked[1]?.after, '10-2')
  asked[1]?.answer({ changes: [change('10-3', 'c')], cursor: '12-9' })
  await settled()
  // Only an answer that reaches no further marks the end.
  assert.equal(topic.state(), 'connecting')
  assert.equal(asked[2]?.after, '12-9')
  asked[2]?.answer({ changes: [], cursor: '12-9' })
  await settled()
  assert.deepEqual(applied, ['10-1 a', '10-2 b', '10-3 c'])
  assert.equal(topic.state(), 'live')
})

test('too long an absence reads everything anew', async () => {
  const { topic, asked, applied, reloads } = stage()
  topic.joined()
  await settled()
  topic.change(change('10-1', 'a'))
  topic.lost()
  topic.joined()
  await settled()
  topic.change(change('90-2', 'z'))
  asked[0]?.answer('too old')
  await settled()
  assert.equal(reloads(), 2)
  assert.deepEqual(applied, ['10-1 a', '90-2 z'])
  assert.equal(topic.state(), 'live')
})

test('a question that fails is asked again, later each time', async () => {
  const { topic, asked, waits } = stage()
  topic.joined()
  await settled()
  topic.change(change('10-1', 'a'))
  topic.lost()
  topic.joined()
  await settled()
  asked[0]?.fail()
  await settled()
  waits[0]?.end()
  await settled()
  asked[1]?.fail()
  await settled()
  assert.ok((waits[1]?.ms ?? 0) > (waits[0]?.ms ?? 0))
  waits[1]?.end()
  await settled()
  asked[2]?.answer({ changes: [], cursor: '10-9' })
  await settled()
  asked[3]?.fail()
  await settled()
  assert.equal(waits[2]?.ms, waits[0]?.ms, 'after an answer soon again')
  waits[2]?.end()
  await settled()
  asked[4]?.answer({ changes: [], cursor: '10-9' })
  await settled()
  assert.equal(topic.state(), 'live')
})

test('an answer for a connection that was lost again is dropped, and asked for again', async () => {
  const { topic, asked, applied } = stage()
  topic.joined()
  await settled()
  topic.change(change('10-1', 'a'))
  topic.lost()
  topic.joined()
  await settled()
  topic.lost()
  asked[0]?.answer({ changes: [change('10-2', 'b')], cursor: '10-2' })
  await settled()
  assert.equal(topic.state(), 'connecting')
  assert.deepEqual(applied, ['10-1 a'])
  topic.joined()
  await settled()
  assert.equal(asked[1]?.after, '10-1')
  asked[1]?.answer({ changes: [change('10-2', 'b')], cursor: '10-2' })
  await settled()
  assert.deepEqual(applied, ['10-1 a', '10-2 b'])
})

test('a topic that was closed or lost asks for nothing more, and is not live', async () => {
  const { topic, asked, waits, reloadByHand } = stage()
  const reloads = reloadByHand()
  topic.joined()
  topic.lost()
  reloads[0]?.(true)
  await settled()
  assert.equal(topic.state(), 'connecting')
  topic.joined()
  reloads[1]?.(false)
  await settled()
  topic.lost()
  waits[0]?.end()
  await settled()
  assert.equal(reloads.length, 2)
  topic.joined()
  reloads[2]?.(true)
  await settled()
  topic.change(change('10-1', 'a'))
  topic.lost()
  topic.joined()
  asked[0]?.fail()
  await settled()
  topic.close()
  waits[1]?.end()
  await settled()
  assert.equal(asked.length, 1)
})

test('those who watch hear of each turn once', async () => {
  const { topic } = stage()
  const turns: string[] = []
  const stop = topic.watch(() => turns.push(topic.state()))
  topic.joined()
  await settled()
  topic.change(change('1-1', 'a'))
  topic.lost()
  topic.lost()
  stop()
  topic.joined()
  await settled()
  assert.deepEqual(turns, ['live', 'connecting'])
})

test('cursors are compared as numbers, however long', async () => {
  assert.ok(isAfter('10-1', '9-999'))
  assert.ok(isAfter('9-10', '9-9'))
  assert.ok(isAfter('18446744073709551614-1', '9007199254740993-7'))
  assert.ok(!isAfter('9-9', '9-9'))
})

test('it is not live before everything was read anew, and asks again where that fails', async () => {
  const reads: ((whole: boolean) => void)[] = []
  const waits: (() => void)[] = []
  const applied: string[] = []
  const topic = makeLiveTopic({
    missed: async () => 'too old',
    apply: changes => applied.push(...changes.map(one => one.cursor)),
    reload: () => new Promise(resolve => reads.push(resolve)),
    wait: () => new Promise<void>(end => waits.push(end)),
  })
  topic.joined()
  topic.change(change('10-1', 'a'))
  await settled()
  assert.equal(topic.state(), 'connecting')
  reads[0]?.(false)
  await settled()
  assert.equal(topic.state(), 'connecting')
  waits[0]?.()
  await settled()
  reads[1]?.(true)
  await settled()
  assert.equal(topic.state(), 'live')
  assert.deepEqual(applied, ['10-1'])
})

test('rows without an id are told apart by what they are of', async () => {
  const { topic, applied } = stage()
  topic.joined()
  await settled()
  const tag = (cursor: string, tag_id: string): LiveChange => ({
    cursor,
    table: 'conversation_tags',
    type: 'DELETE',
    record: { workspace_id: 'w', conversation_id: 'c', tag_id },
  })
  topic.change(tag('12-9', 'a'))
  topic.change(tag('12-3', 'b'))
  topic.change(tag('12-4', 'a'))
  assert.deepEqual(
    applied.map(one => one.split(' ')[0]),
    ['12-9', '12-3'],
  )
})
