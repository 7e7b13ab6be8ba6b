import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { compareWithList } from './at-run-time.ts'
import { checkStatements, type Findings } from './check-statements.ts'

const root = join(import.meta.dirname, '../../..')
const config = join(import.meta.dirname, 'planted.json')
const source = join(import.meta.dirname, 'planted.ts')

const planted = {
  right:
    'sql<{ id: string; name: string; deleted_at: Date | null }>`select id, name, deleted_at from workspaces where id = ${text}`',
  misspelled: 'sql<{ id: string }>`select id from workspaces where nmae = ${text}`',
  'no table': 'sql`select 1 from workspace`',
  'wrong type': 'sql<{ name: number }>`select name from workspaces`',
  'a count is a number': 'sql<{ n: string }>`select count(*) as n from workspaces`',
  'a missing null': 'sql<{ deleted_at: Date }>`select deleted_at from workspaces`',
  'a null asked away': 'sql<{ deleted_at: Date }>`select deleted_at from workspaces where deleted_at is not null`',
  'a null too many': 'sql<{ name: string | null }>`select name from workspaces`',
  'a null by a join':
    'sql<{ text: string }>`select m.text from conversations c left join messages m on m.conversation_id = c.id`',
  'an aggregate of nothing':
    'sql<{ last: Date; n: number }>`select max(created_at) as last, count(*) as n from workspaces where name = ${text}`',
  'an aggregate of some of nothing':
    "sql<{ last: Date }>`select max(created_at) filter (where name = '') as last from workspaces`",
  'an aggregate inside':
    'sql<{ last: Date }>`select (select max(m.created_at) from messages m where m.workspace_id = w.id) as last from workspaces w`',
  'an aggregate of groups': 'sql<{ last: Date }>`select max(created_at) as last from workspaces group by name`',
  'an aggregate that is compared': 'sql<{ some: boolean }>`select max(created_at) is not null as some from workspaces`',
  'an optional property': 'sql<{ deleted_at?: Date }>`select deleted_at from workspaces`',
  'an optional property that may be null': 'sql<{ deleted_at?: Date | null }>`select deleted_at from workspaces`',
  'an expression': "sql<{ name: string }>`select nullif(name, '') as name from workspaces`",
  'a member of JSON':
    "sql<{ file: string }>`select a ->> 'file' as file from messages, jsonb_array_elements(attachments) a`",
  'a query inside':
    'sql<{ text: string }>`select (select m.text from messages m where m.conversation_id = c.id limit 1) as text from conversations c`',
  'a value that may be null': 'sql<{ name: string }>`select ${perhaps}::text as name`',
  'nulls replaced':
    "sql<{ file: string; name: string }>`select coalesce(a ->> 'file', '') as file, coalesce(${perhaps}::text, '') as name from messages, jsonb_array_elements(attachments) a`",
  'a null in JSON':
    "sql<{ all: { at: string }[] | null }>`select jsonb_agg(jsonb_build_object('at', deleted_at)) as all from workspaces`",
  'nulls left out of JSON':
    "sql<{ all: { at: string }[] }>`select coalesce(jsonb_agg(jsonb_build_object('at', deleted_at)), '[]') as all from workspaces where deleted_at is not null`",
  'an optional key that may be null':
    "sql<{ one: { at?: string } }>`select jsonb_build_object('at', deleted_at) as one from workspaces`",
  'a key that is not there':
    "sql<{ one: { id: string; name: string; at?: string } }>`select jsonb_build_object('id', id) as one from workspaces`",
  'a null in a list': 'sql<{ all: Date[] }>`select array(select deleted_at from workspaces) as all`',
  'a row in JSON': 'sql<{ row: { id: string; deleted_at: string } }>`select to_jsonb(w) as row from workspaces w`',
  'a row that a join may not find':
    'sql<{ row: { id: string } | null }>`select to_jsonb(m) as row from conversations c left join messages m on m.conversation_id = c.id`',
  'JSON of a query inside':
    "sql<{ at: string }>`select q.one ->> 'at' as at from (select jsonb_build_object('at', 1) as one) q`",
  'columns by no name': 'sql<Record<string, string>>`select id from workspaces`',
  'columns of one of two': 'sql<{ id: string } | { name: string }>`select id from workspaces`',
  'columns of any kind': 'sql<Record<string, unknown>>`select id from workspaces`',
  'missing column': 'sql<{ id: string; name: string }>`select id from workspaces`',
  'surplus column': 'sql<{ id: string }>`select id, name from workspaces`',
  'a date in JSON': 'sql<{ all: { created_at: Date }[] | null }>`select json_agg(w) as all from workspaces w`',
  'a word that is none': "sql<{ status: 'open' | 'shut' }>`select status from conversations`",
  'a word left out': "sql<{ status: 'open' }>`select status from conversations`",
  'a word of a keyword': "sql<{ interval: 'month' }>`select interval from prices`",
  'an object for a number': 'sql`select id from workspaces where knowledge_version = ${{ a: 1 }}`',
  'a list for JSON': 'sql`update messages set attachments = ${[text]}`',
  'in a fragment': 'sql`select id from workspaces where ${named(text)}`',
  'in one of two': 'sql`select id from workspaces order by ${text ? sql`name` : sql`nmae`}`',
  'in a part of a list':
    'sql`select id from workspaces where ${sql.join([sql`true`, ...(text ? [sql`nmae is null`] : [])], sql` and `)}`',
  'a name of two': 'sql`select ${sql.ref(column)} from workspaces`',
  'only at run time': 'sql`select id from workspaces where ${sql.raw(text)}`',
  'raw, right': "() => session.query('set local role service_role', [])",
  'raw, its rows read': "async () => (await session.query('select id from workspaces', [])).rows as { id: string }[]",
  'raw, read at run time': 'async () => { const { rows: read } = await session.query(text, []); return read[0] }',
  'raw, counted at run time': 'async () => (await session.query(text, [])).count',
  'raw, parsed': 'async () => queryParsed(session, row, `select id from workspaces where ${text}`)',
  'raw, parsed and misspelled': "async () => queryParsed(session, row, 'select id from workspaces where nmae is null')",
  'an exchange, its rows read': "async () => (await session.exchange([plain('select id from workspaces')])).rows[0]",
  'raw, its rows dropped': "async () => { await session.query('select id from workspaces', []) }",
  'raw, misspelled': "async () => { await session.query('select nmae from workspaces', []).catch(() => {}) }",
  'raw, the second of two': "() => session.query('set local role anon; delete from workspace', [])",
  'raw, a value': "async () => { await session.query('delete from workspaces where created_at < $1', [1]) }",
  'raw, a type of its own': "() => client.query<{ id: number }>('select id from workspaces')",
  'raw, at run time': '() => session.query(`truncate ${text}`, [])',
  'raw, a line of an exchange': "plain('select nmae from workspaces')",
  'raw, written out': '({ text: `explain ${text}`, parameters: [] })',
}

const lines = [
  "import { sql } from 'kysely'",
  "import type pg from 'pg'",
  "import { plain, type Session } from '#platform/sql/session.ts'",
  "import { queryParsed } from '#platform/sql/compile-statement.ts'",
  "import type { z } from 'zod'",
  'declare const row: z.ZodType; declare const session: Session; declare const client: pg.Client',
  "declare const text: string; declare const perhaps: string | null; declare const column: 'name' | 'nmae'",
  'const named = (name: string) => sql`nmae = ${name}`',
  ...Object.values(planted).map((statement, index) => `export const planted${index} = ${statement}`),
]
const firstLine = lines.length - Object.keys(planted).length + 1
const files: Record<string, string> = {
  [source]: lines.join('\n'),
  [config]: JSON.stringify({
    extends: '../../../tsconfig.base.json',
    compilerOptions: { types: [], lib: ['es2024'], incremental: false },
    files: ['planted.ts'],
  }),
}

describe('the check of statements', () => {
  let findings: Findings
  before(async () => {
    findings = await checkStatements(root, config, path => path === source, {
      readFile: path => files[path],
      fileExists: path => (path in files ? true : undefined),
    })
  })

  function problemsOf(name: keyof typeof planted): string {
    const place = `tests/runner/statements/planted.ts:${Object.keys(planted).indexOf(name) + firstLine}: `
    const problems = findings.problems.filter(problem => problem.startsWith(place))
    return problems.map(problem => problem.slice(place.length)).join('; ')
  }

  const expected: Partial<Record<keyof typeof planted, RegExp>> = {
    right: /^$/,
    misspelled: /column "nmae" does not exist/,
    'no table': /relation "workspace" does not exist/,
    'wrong type': /^name \(text\) arrives as string, not as number$/,
    'a count is a number': /^n \(int8\) arrives as number, not as string$/,
    'a missing null': /^deleted_at may be null$/,
    'a null asked away': /^$/,
    'a null too many': /^name is never null$/,
    'a null by a join': /^text may be null$/,
    'an aggregate of nothing': /^last may be null$/,
    'an aggregate of some of nothing': /^last may be null$/,
    'an aggregate inside': /^last may be null$/,
    'an aggregate of groups': /^$/,
    'an aggregate that is compared': /^$/,
    'an optional property': /^deleted_at may be null, never undefined$/,
    'an optional property that may be null': /^$/,
    'an expression': /^name may be null$/,
    'a member of JSON': /^file may be null$/,
    'a query inside': /^text may be null$/,
    'a value that may be null': /^name may be null$/,
    'nulls replaced': /^$/,
    'a null in JSON': /^all\[\]\.at may be null$/,
    'nulls left out of JSON': /^$/,
    'an optional key that may be null': /^one\.at may be null, never undefined$/,
    'a key that is not there': /^one\.name is not there$/,
    'a null in a list': /^all\[\] may be null$/,
    'a row in JSON': /^row\.deleted_at may be null$/,
    'a row that a join may not find': /^$/,
    'JSON of a query inside': /^at may be null$/,
    'columns by no name': /^its row type does not name its columns$/,
    'columns of one of two': /^its row type does not name its columns$/,
    'columns of any kind': /^$/,
    'missing column': /^it gives no column name$/,
    'surplus column': /^its row type lacks the column name$/,
    'a date in JSON': /^all comes as JSON: there are no dates in it$/,
    'a word that is none': /^status is never 'shut'$/,
    'a word left out': /^status may also be 'snoozed', 'closed'$/,
    'a word of a keyword': /^interval may also be 'year', 'once'$/,
    'an object for a number': /stands for int8|stands for int4/,
    'a list for JSON': /stands for jsonb$/,
    'in a fragment': /column "nmae" does not exist/,
    'in one of two': /column "nmae" does not exist/,
    'in a part of a list': /column "nmae" does not exist/,
    'a name of two': /column "nmae" does not exist/,
    'only at run time': /^$/,
    'raw, right': /^$/,
    'raw, its rows read': /^its rows have no type/,
    'raw, read at run time': /^its rows have no type/,
    'raw, counted at run time': /^$/,
    'raw, parsed': /^$/,
    'raw, parsed and misspelled': /column "nmae" does not exist/,
    'an exchange, its rows read': /^its rows have no type/,
    'raw, its rows dropped': /^$/,
    'raw, misspelled': /column "nmae" does not exist/,
    'raw, the second of two': /relation "workspace" does not exist/,
    'raw, a value': /stands for timestamptz$/,
    'raw, a type of its own': /^id \(uuid\) arrives as string, not as number$/,
    'raw, at run time': /^$/,
    'raw, a line of an exchange': /column "nmae" does not exist/,
    'raw, written out': /^$/,
  }
  for (const [name, problem] of Object.entries(expected))
    test(name, () => assert.match(problemsOf(name as keyof typeof planted), problem))

  test('finds what is made at run time', () =>
    assert.deepEqual(
      findings.atRunTime.map(one => one.unknown),
      ['text', 'text', 'text', 'text', 'text', 'text'],
    ))

  test('measures its processor time', () => assert.ok(findings.cpuSeconds > 0.5, String(findings.cpuSeconds)))
})

describe('the list of what is made at run time', () => {
  const found = [
    { place: 'a.ts:3', unknown: 'name' },
    { place: 'a.ts:9', unknown: 'name' },
  ]
  const list = (parts: string[], why = 'a name') => ({ 'a.ts': { why, parts } })

  test('is whole', () => assert.deepEqual(compareWithList(list(['name', 'name']), found), []))
  test('says why', () => assert.match(compareWithList(list(['name', 'name'], ''), found).join(), /does not say why/))
  test('lacks one', () =>
    assert.deepEqual(compareWithList(list(['name']), found), ['a.ts:9: name is known at run time only: write it out.']))
  test('names one that is gone', () =>
    assert.deepEqual(compareWithList(list(['name', 'name', 'text']), found), [
      'a.ts: take text out of at-run-time.json.',
    ]))
})
