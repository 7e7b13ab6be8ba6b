import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'
import { runs } from '#tests/setup/property-runs.ts'

const pieces = fc.constantFrom(
  ...[
    'name',
    'price',
    'id',
    'kind',
    'tags',
    'details',
    'label',
    'owner',
    'line',
    'nothing',
    '__proto__',
    'constructor',
    '',
  ],
  ...[
    '"',
    "'",
    '"; drop table tools; --',
    "'); delete from log; --",
    '$1',
    '\\',
    '\0',
    '\ud800',
    'a,b',
    '(',
    ')',
    '{',
    '}',
    '{a,"b',
  ],
  ...[
    'null',
    'NULL',
    '1',
    '-1',
    '1e999',
    '9'.repeat(30),
    'ế',
    '::int',
    'a.b',
    '->',
    ' ',
    '\n',
    '*',
    'eq.1',
    'not.is.null',
  ],
)
const word = fc.oneof(
  pieces,
  fc.string({ maxLength: 8 }),
  fc.array(pieces, { maxLength: 3 }).map(parts => parts.join('')),
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  word,
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer(),
  fc.double(),
  fc.constant(null),
)
const row = fc.dictionary(word, value, { maxKeys: 5 })
const json = fc.oneof(row, fc.array(row, { maxLength: 4 }), fc.jsonValue()).map(body => JSON.stringify(body) ?? '')
const body = fc.oneof(
  { weight: 4, arbitrary: json },
  { weight: 1, arbitrary: fc.array(word).map(parts => parts.join('\n')) },
)
const type = fc.constantFrom(
  'application/json',
  'text/csv',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/octet-stream',
  'x',
)
const parameters = fc.dictionary(
  fc.oneof(fc.constantFrom('columns', 'on_conflict', 'select', 'order', 'limit'), word),
  word,
  { maxKeys: 4 },
)
const prefer = fc.subarray([
  'return=representation',
  'return=headers-only',
  'resolution=merge-duplicates',
  'missing=default',
  'count=exact',
  'handling=strict',
  'max-affected=1',
  'x=y',
])

describe('/rest/v1: whatever is sent in a body', () => {
  let platform: TestPlatform
  let app: FastifyInstance

  before(async () => {
    platform = await testPlatform()
    await runAsOwner(platform, readFileSync(join(import.meta.dirname, 'workshop.sql'), 'utf8'))
    await runAsOwner(platform, `insert into log (line) values ('kept')`)
    app = await testApp(platform)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  async function send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    query: Record<string, string>,
    payload: string,
    type: string,
    prefer: string[],
  ) {
    const answer = await app.inject({
      method,
      url: `/rest/v1/${path}?${new URLSearchParams(query).toString()}`,
      headers: { apikey: platform.tokens.anonKey, 'content-type': type, prefer: prefer.join(', ') },
      ...(method === 'GET' ? {} : { payload }),
    })
    assert.ok(answer.statusCode < 500, `${method} ${path} ${answer.statusCode} ${answer.body}`)
    // Errors that only SQL injection would cause.
    assert.doesNotMatch(answer.body, /"42601"|syntax error|unterminated/)
    return answer
  }

  async function nothingElseHappened() {
    const headers = { apikey: platform.tokens.serviceRoleKey }
    const log = await app.inject({ url: '/rest/v1/log?select=line', headers })
    assert.deepEqual(log.json(), [{ line: 'kept' }])
    const tools = await app.inject({ url: '/rest/v1/tools?select=id&limit=1', headers })
    assert.equal(tools.statusCode, 200)
  }

  test('rows are written, or refused as the caller’s mistake', async () => {
    let written = 0
    const method = fc.constantFrom('POST' as const, 'PATCH' as const, 'DELETE' as const)
    const run = fc.asyncProperty(
      method,
      parameters,
      body,
      type,
      prefer,
      async (act, query, text, kind, preferences) => {
        const answer = await send(act, 'tools', query, text, kind, preferences)
        if (answer.statusCode < 300) written++
      },
    )
    await fc.assert(run, runs(60))
    const text = fc.string({ maxLength: 8 }).map(some => some.replaceAll('\0', ''))
    const fitting = { price: fc.integer({ min: 0, max: 1000 }), kind: text, tags: fc.array(word), details: value }
    const some = fc.record(fitting, { requiredKeys: [] })
    const likely = fc.tuple(some, fc.uuid()).map(([rest, name]) => ({ ...rest, name }))
    const close = fc.asyncProperty(
      fc.array(likely, { minLength: 1, maxLength: 3 }),
      prefer,
      async (rows, preferences) => {
        const columns = [...new Set(rows.flatMap(one => Object.keys(one)))].map(name => `"${name}"`).join(',')
        const answer = await send('POST', 'tools', { columns }, JSON.stringify(rows), 'application/json', preferences)
        if (answer.statusCode < 300) written++
      },
    )
    await fc.assert(close, runs(60))
    assert.ok(written > 10, `only ${written} were written`)
    await nothingElseHappened()
  })

  test('functions are called, or refused as the caller’s mistake', async () => {
    // Without `numbers`, which never ends on the embedded database (decision 017).
    const name = fc.constantFrom(
      'add',
      'greet',
      'tools_of',
      'total',
      'same',
      'echo',
      'size_of',
      'kinds',
      'read_setting',
      'nothing',
    )
    const key = fc.constantFrom('a', 'b', 'name', 'loud', 'wanted', 'up_to', 'numbers', 'x', 'setting', 'limit')
    const given = fc.dictionary(fc.oneof({ weight: 5, arbitrary: key }, { weight: 1, arbitrary: word }), value, {
      maxKeys: 3,
    })
    const run = fc.asyncProperty(name, given, type, fc.boolean(), async (called, values, kind, isGet) => {
      const texts = Object.fromEntries(Object.entries(values).map(([at, one]) => [at, String(one)]))
      await send(isGet ? 'GET' : 'POST', `rpc/${called}`, isGet ? texts : {}, JSON.stringify(values), kind, [])
    })
    await fc.assert(run, runs(100))
    await nothingElseHappened()
  })
})
