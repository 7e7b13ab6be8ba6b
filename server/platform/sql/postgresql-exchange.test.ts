// Pins what we use of `pg` beyond its documentation (postgresql-exchange.ts): a version that differs fails here first.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { Prepared, Wanted } from './exchange.ts'
import { exchange } from './postgresql-exchange.ts'

const database = process.env['TEST_DATABASE_URL']

const received = ['RowDescription', 'DataRow', 'CommandComplete', 'EmptyQuery', 'Error', 'ReadyForQuery']
const neverAsked = ['PortalSuspended', 'CopyInResponse', 'CopyData']

test('the client of `pg` tells a query these things, and no others', () => {
  const names = Object.getOwnPropertyNames(pg.Query.prototype).filter(name => /^(handle|submit)/.test(name))
  const known = ['submit', ...[...received, ...neverAsked].map(what => `handle${what}`)]
  assert.deepEqual(names.toSorted(), known.toSorted())
})

describe('an exchange over the connection of `pg`', () => {
  if (!database) return

  let client: pg.Client
  let prepared: Prepared
  before(async () => {
    client = new pg.Client({ connectionString: database })
    await client.connect()
    prepared = new Map()
  })
  after(() => client.end())

  const ask = (...texts: string[]) => exchange(client, texts.map(unnamed), texts.length - 1, prepared)

  test('reads columns, rows, nothing and counts, of a statement that is prepared as of one that is not', async () => {
    const parts = { text: "select $1::int as n, null::text as nothing, 'hoa sen' as words", parameters: [7] }
    for (const name of [undefined, 'again', 'again']) {
      const { rows, count } = await exchange(client, [{ ...parts, name }], 0, prepared)
      assert.deepEqual(rows, [{ n: 7, nothing: null, words: 'hoa sen' }])
      assert.equal(count, 1)
    }
    assert.deepEqual(await ask(''), { rows: [], count: 0 })
    assert.deepEqual(await ask('select 1 as one', 'select 2 as two'), { rows: [{ two: 2 }], count: 1 })
  })

  test('ends with the first error, runs nothing behind it, and leaves the connection ready', async () => {
    await assert.rejects(ask('select 1', 'select 1 / 0', 'create temporary table never (n int)'), { code: '22012' })
    assert.deepEqual(await ask("select to_regclass('pg_temp.never') as there"), { rows: [{ there: null }], count: 1 })
    assert.equal((await client.query('select 1')).rowCount, 1)
  })

  test('hears of a connection that breaks', async () => {
    const other = new pg.Client({ connectionString: database })
    other.on('error', () => {})
    await other.connect()
    await assert.rejects(exchange(other, [unnamed('select pg_terminate_backend(pg_backend_pid())')], 0, new Map()))
  })
})

function unnamed(text: string): Wanted {
  return { text, parameters: [], name: undefined }
}
