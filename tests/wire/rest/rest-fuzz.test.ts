import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { catalogueOf, type Tables } from '#supabase/catalogue.ts'
import { pageStatement, planSelect } from '#supabase/rest/plan/plan-select.ts'
import { readQuery } from '#supabase/rest/parse/read-query.ts'
import { RestError } from '#supabase/rest/rest-error.ts'
import { fastestRun } from '#tests/setup/fastest-run.ts'
import { runs } from '#tests/setup/property-runs.ts'
import { buildLibrary } from '../library.ts'
import { parameters } from './query-words.ts'

const compiler = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The only words allowed outside quotes. */
const allowed = new Set(
  `with as select from where join left lateral on true false and or not is null unknown distinct in any all limit offset
  order group by asc desc nulls first last case when then else end cast like ilike
  page body rows total counted answer given measured bytes over unbounded preceding rights is_within octet_length x v json_agg json_strip_nulls to_json to_jsonb coalesce count sum avg min max nullif concat_ws string_agg replace regexp_replace
  to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery regconfig
  text varchar character varying int int2 int4 int8 smallint integer bigint decimal numeric float4 float8 real boolean bool date time timetz
  timestamp timestamptz timestamp without time zone interval uuid json jsonb double precision int4range daterange tsvector shelf_state`.split(
    /\s+/,
  ),
)

describe('/rest/v1: whatever is written into an address', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let tables: Tables

  before(async () => {
    platform = await testPlatform()
    await buildLibrary(platform)
    app = await testApp(platform)
    tables = await catalogueOf(platform).tables()
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  /** @returns undefined if refused as the caller's mistake */
  function statementOf(address: URLSearchParams, format: 'json' | 'csv'): string | undefined {
    const relation = tables.get('books')
    assert.ok(relation)
    try {
      const query = readQuery(address, undefined)
      const plan = planSelect({
        tables,
        source: sql.id('public', 'books'),
        relation,
        query,
        role: 'service_role',
        cap: 1000,
      })
      const total = sql`select count(*) from (${plan.all}) counted`
      return pageStatement(plan, { format, nullsStripped: false, bodyWanted: true, total }).compile(compiler).sql
    } catch (error) {
      assert.ok(error instanceof RestError, String(error))
      assert.ok(error.status >= 300 && error.status < 500, String(error.status))
      return undefined
    }
  }

  test('becomes a statement of known words, or is refused', () => {
    let statements = 0
    fc.assert(
      fc.property(parameters, fc.constantFrom('json' as const, 'csv' as const), (address, format) => {
        const statement = statementOf(address, format)
        if (statement === undefined) return
        statements++
        const bare = statement.replaceAll(/"(?:[^"]|"")*"/g, ' ').replaceAll(/'(?:[^']|'')*'/g, ' ')
        assert.match(bare, /^[a-z_0-9\s$(),.:*=<>~@&|+[\]-]*$/)
        assert.ok(!statement.includes('\0'))
        assert.doesNotMatch(bare, /--|\/\*/)
        for (const [word] of bare.matchAll(/[a-z_][a-z_0-9]*/g)) assert.ok(allowed.has(word), word)
      }),
      runs(1000),
    )
    assert.ok(statements > 100, `${statements} of them were statements`)
  })

  test('is answered, and never with a fault of ours', async () => {
    const headers = { apikey: platform.tokens.serviceRoleKey }
    const codes = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        parameters,
        fc.constantFrom('*/*', 'text/csv', 'application/vnd.pgrst.object+json'),
        async (address, accept) => {
          const answer = await app.inject({
            url: `/rest/v1/books?${address.toString()}`,
            headers: { ...headers, accept, prefer: 'count=exact' },
          })
          const code = answer.statusCode < 300 ? 'rows' : String(answer.json().code)
          codes.set(code, (codes.get(code) ?? 0) + 1)
          assert.ok(answer.statusCode < 500, `${answer.statusCode} ${answer.body}`)
        },
      ),
      runs(150),
    )
    assert.ok((codes.get('rows') ?? 0) > 5, JSON.stringify([...codes]))
  })

  test('is read in no time, however long and deep', () => {
    const long = 16_000
    for (const [name, value] of [
      ['select', '('.repeat(long)],
      ['select', 'a('.repeat(long / 2)],
      ['select', 'a,'.repeat(long / 2)],
      ['select', 'a->'.repeat(long / 3)],
      ['select', 'a-'.repeat(long / 2)],
      ['select', `${' '.repeat(long)}!`],
      ['or', '(and'.repeat(long / 4)],
      ['or', `(${'not.and('.repeat(long / 8)}`],
      ['or', `(${'a.eq."\\",'.repeat(long / 9)}`],
      ['a', `in.(${'"\\",'.repeat(long / 4)}`],
      ['a', `in.(${'"'.repeat(long)}`],
      ['order', 'a.desc,'.repeat(long / 7)],
      ['a.'.repeat(long / 2), 'eq.1'],
    ] as const) {
      const ms = fastestRun(250, () => statementOf(new URLSearchParams([[name, value]]), 'json'))
      assert.ok(ms < 250, `${name}=${value.slice(0, 20)} took ${ms} ms`)
    }
  })
})
