import assert from 'node:assert/strict'
import { test } from 'node:test'
import { protocol } from '@electric-sql/pglite'
import { compiled, connectEmbedded } from './embedded-connection.ts'

test('what one database has compiled is kept for the next', async () => {
  const open = async () => (await connectEmbedded(undefined, undefined)).close()
  await open()
  const before = [...compiled.values()]
  assert.ok(before.length > 0, 'something is kept when a database has been closed')
  await open()
  const after = [...compiled.values()]
  assert.ok(
    after.length === before.length && after.every((module, index) => module === before[index]),
    'nothing was compiled again',
  )
})

test('a packet runs once, though its notification comes when it has run', async t => {
  const connection = await connectEmbedded(undefined, undefined)
  t.after(() => connection.close())
  async function run(text: string): Promise<unknown[]> {
    const { answer } = await connection.send(protocol.serialize.query(text))
    const rows: unknown[] = []
    new protocol.Parser().parse(answer, message => {
      if (message.name === 'dataRow') rows.push((message as unknown as { fields: unknown }).fields)
    })
    return rows
  }
  await run('create table counted (n int)')
  const { notify } = Atomics
  const late = t.mock.method(Atomics, 'notify', (...place: Parameters<typeof notify>) => {
    // Each wakes a thread that waits again: all but one come when the work is done, as where this thread lost its core before it.
    for (let times = 0; times < 3; times++) while (notify(...place) === 0);
    return 1
  })
  await run('insert into counted values (1)')
  assert.equal(late.mock.callCount(), 1)
  t.mock.reset()
  assert.deepEqual(await run('select count(*) from counted'), [['1']])
})
