import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'
import { buildLibrary } from '../library.ts'
import { type Listening, startListening } from '../listening.ts'

describe('/rest/v1: filters and forms of answers', () => {
  let server: Listening
  let db: SupabaseClient
  let service: SupabaseClient

  before(async () => {
    server = await startListening()
    await buildLibrary(server.platform)
    db = server.client()
    service = createClient(server.url, server.platform.tokens.serviceRoleKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    })
  })
  after(() => server.close())

  type Ids = PromiseLike<{ data: { id: number }[] | null; error: unknown }>
  const books = (client = db) => client.from('books').select('id').order('id').lt('id', 100)
  const ids = async (query: Ids) => {
    const { data, error } = await query
    assert.equal(error, null)
    return data?.map(row => row.id)
  }
  const code = async (query: PromiseLike<{ status: number; error: { code: string } | null }>) => {
    const { status, error } = await query
    return `${status} ${error?.code}`
  }

  test('ranges', async () => {
    assert.deepEqual(await ids(books().rangeGt('sold', '[1,50)')), [2, 3])
    assert.deepEqual(await ids(books().rangeGte('sold', '[50,60)')), [2, 3])
    assert.deepEqual(await ids(books().rangeLt('sold', '[90,91)')), [1, 2])
    assert.deepEqual(await ids(books().rangeLte('sold', '[50,90)')), [1, 2])
    assert.deepEqual(await ids(books().rangeAdjacent('sold', '[50,90)')), [1, 3])
    assert.deepEqual(await ids(books().overlaps('read_in', '[2026-01-05,2026-02-02)')), [1, 3])
    assert.deepEqual(await ids(books().contains('sold', '[60,70)')), [2])
    assert.deepEqual(await ids(books().containedBy('sold', '[1,90)')), [1, 2])
  })

  test('arrays and JSON', async () => {
    assert.deepEqual(await ids(books().contains('tags', ['thơ'])), [3])
    assert.deepEqual(await ids(books().containedBy('tags', ['tuổi thơ', 'thơ', 'biển'])), [2, 3, 4])
    assert.deepEqual(await ids(books().overlaps('tags', ['biển', 'làng quê'])), [1, 3])
    assert.deepEqual(await ids(books().contains('details', { langs: ['en'] })), [1])
    assert.deepEqual(await ids(books().containedBy('details', { langs: ['vi', 'en'] })), [3, 4])
    assert.deepEqual(await ids(books().eq('details->size->h', 19)), [2])
    assert.deepEqual(await ids(books().eq('details->langs->>0', 'vi')), [1, 3])
    assert.deepEqual(await ids(books().gt('details->size->>w', '12').order('details->size->h')), [1, 2])
    assert.deepEqual(await ids(books().is('details->size', null)), [3, 4])
    assert.deepEqual(await ids(books().in('details->>langs', ['["vi"]', '["en"]'])), [3])
  })

  test('words', async () => {
    assert.deepEqual(await ids(books().textSearch('search', "'biển' & 'sóng'", { config: 'simple' })), [3])
    assert.deepEqual(await ids(books().textSearch('search', 'biếc làng', { config: 'simple', type: 'plain' })), [1])
    assert.deepEqual(await ids(books().textSearch('search', 'đo đo', { config: 'simple', type: 'phrase' })), [1])
    assert.deepEqual(
      await ids(books().textSearch('search', 'biển or vé', { config: 'simple', type: 'websearch' })),
      [2, 3],
    )
    assert.deepEqual(await ids(books().textSearch('about', 'wave', { config: 'english' })), [3])
    assert.deepEqual(await ids(books().textSearch('about', 'adventure', { config: 'english', type: 'websearch' })), [4])
    assert.deepEqual(await ids(books().not('search', 'fts(simple)', 'biển')), [1, 2])
    assert.deepEqual(await ids(books().or('search.wfts(simple).vé,about.fts(english).waves')), [2, 3])
    assert.equal(await code(books().textSearch('search', 'biển &')), '400 42601')
    assert.equal(await code(books().textSearch('search', 'x', { config: "simple'" })), '400 42704')
  })

  test('patterns, of which regular expressions are only for the service', async () => {
    assert.deepEqual(await ids(books().likeAllOf('title', ['%tuổi%', '%vé%'])), [2])
    assert.deepEqual(await ids(books().ilikeAnyOf('title', ['mẮT*', 'sóng'])), [1, 3])
    assert.deepEqual(await ids(books().ilikeAllOf('title', ['*MÈN*', '%ký'])), [4])
    assert.deepEqual(await ids(books(service).regexMatch('title', '^S.ng$')), [3])
    assert.deepEqual(await ids(books(service).regexIMatch('title', '^dế')), [4])
    assert.deepEqual(await ids(books(service).filter('title', 'match(any)', '{^M,^S}')), [1, 3])
    assert.equal(await code(books().regexMatch('title', 'a')), '400 PGRST100')
    assert.equal(await code(books().or('id.eq.1,title.imatch.a')), '400 PGRST100')
    assert.equal(await code(books(service).regexMatch('title', '(')), '400 2201B')
  })

  test('nothing, and what is distinct from it', async () => {
    assert.deepEqual(await ids(books().isDistinct('about', null)), [1, 3, 4])
    assert.deepEqual(await ids(books().isDistinct('about', 'the waves of the sea')), [1, 2, 4])
    assert.deepEqual(await ids(books().filter('about', 'is', 'not_null').filter('about', 'not.is', 'not_null')), [])
    assert.deepEqual(await ids(books().match({ author_id: 1, shelf_id: 3 })), [2])
    assert.deepEqual(await ids(books().notIn('id', [1, 2])), [3, 4])
    assert.deepEqual(await ids(books().is('about', null)), [2])
    assert.equal(await code(books().filter('about', 'is', 'nothing')), '400 PGRST100')
  })

  test('quotes and backslashes in lists', async () => {
    const words = async (list: string) =>
      (await db.from('words').select().filter('word', 'in', list).order('word')).data?.map(row => row.word)
    assert.deepEqual(await words(String.raw`("a,b","(c)","say \"hi\"","back\\slash")`), [
      '(c)',
      'a,b',
      'back\\slash',
      'say "hi"',
    ])
    assert.deepEqual(await words('(plain,"plain",none)'), ['plain'])
    assert.equal((await db.from('words').select().in('word', ['a,b', '(c)'])).data?.length, 2)
  })

  test('and, or and not within each other', async () => {
    assert.deepEqual(await ids(books().or('id.eq.1,and(pages.lt.200,or(price.gt.100000,tags.cs.{thơ}))')), [1, 3, 4])
    assert.deepEqual(await ids(books().or('not.and(pages.gt.100,price.lt.100000),id.in.(1,2)')), [1, 2, 3, 4])
    assert.deepEqual(await ids(books().filter('not.or', 'eq', '')).catch(() => 'refused'), 'refused')
    const raw = await fetch(
      `${server.url}/rest/v1/books?select=id&not.or=(id.gt.3,pages.eq.300)&and=(id.neq.2)&order=id`,
      {
        headers: { apikey: server.platform.tokens.anonKey },
      },
    )
    assert.deepEqual(await raw.json(), [{ id: 3 }])
  })

  test('counts: exact, the planner’s, and one after the other', async () => {
    const readings = (count: 'exact' | 'planned' | 'estimated') => db.from('readings').select('id', { count }).limit(5)
    assert.equal((await readings('exact')).count, 1100)
    assert.equal((await readings('planned')).count, 1100)
    assert.equal((await readings('estimated')).count, 1100)
    const few = await db.from('books').select('id', { count: 'estimated' }).lt('id', 4)
    assert.deepEqual([few.status, few.count], [200, 3])
    const guessed = await db.from('books').select('id', { count: 'planned' }).lt('id', 4)
    assert.ok((guessed.count ?? 0) >= 3)
    const head = await db.from('readings').select('*', { count: 'planned', head: true })
    assert.deepEqual([head.data, head.count], [null, 1100])
  })

  test('CSV, where what a spreadsheet would run is a text', async () => {
    const { data, error } = await db
      .from('books')
      .select('id,title,about,price,tags,sold')
      .lt('id', 3)
      .order('id')
      .csv()
    assert.equal(error, null)
    assert.equal(
      data,
      [
        'id,title,about,price,tags,sold',
        '1,Mắt biếc,a quiet love story,95000.00,"{""tình yêu"",""làng quê""}","[1,50)"',
        '2,Cho tôi xin một vé đi tuổi thơ,,80000.50,"{""tuổi thơ""}","[50,90)"',
      ].join('\n'),
    )
    assert.equal((await db.from('books').select('id,title').eq('id', 0).csv()).data, 'id,title')
    assert.equal(
      (await db.from('remarks').select('id,note').order('id').csv()).data,
      `id,note\n-1,'=1+1\n2,""\n3,"hai\ndòng, ""nháy"""\n4,'@x`,
    )
    const raw = await fetch(`${server.url}/rest/v1/remarks`, {
      headers: { apikey: server.platform.tokens.anonKey, accept: 'text/csv' },
    })
    assert.equal(raw.headers.get('content-type'), 'text/csv; charset=utf-8')
  })

  test('an answer of more than 32 MiB is refused', async () => {
    await runAsOwner(
      server.platform,
      `insert into remarks select 1000 + n, repeat('x', 40000) from generate_series(1, 1000) n`,
    )
    const long = db.from('remarks').select().gt('id', 1000)
    assert.equal(await code(long), '400 54000')
    assert.equal((await db.from('remarks').select('*', { count: 'exact', head: true }).gt('id', 1000)).count, 1000)
    assert.equal((await db.from('remarks').select().gt('id', 1000).limit(100)).data?.length, 100)
  })

  test('without nulls', async () => {
    const { data } = await db.from('authors').select('name,nick,books!books_written_by(about)').eq('id', 2).stripNulls()
    assert.deepEqual(data, [{ name: 'Xuân Quỳnh', books: [{ about: 'the waves of the sea' }] }])
    assert.deepEqual((await db.from('books').select('id,about').eq('id', 2).single().stripNulls()).data, { id: 2 })
  })

  test('numbers and times', async () => {
    const raw = await fetch(`${server.url}/rest/v1/books?select=id,price,printed_at&or=(id.eq.1,id.gt.99)&order=id`, {
      headers: { apikey: server.platform.tokens.anonKey },
    })
    const text = await raw.text()
    assert.match(text, /"id":9007199254740993,"price":null/)
    assert.match(text, /"price":95000\.00,"printed_at":"2026-01-0\dT\d\d:\d\d:05[+-]\d\d:\d\d"/)
  })

  test('views are read like tables', async () => {
    assert.deepEqual(await ids(db.from('cheap_books').select('id').order('id')), [1, 2, 3])
  })

  test('casts to types that are offered', async () => {
    assert.deepEqual((await db.from('books').select('id::text,price::int,word:title::varchar').eq('id', 2)).data, [
      { id: '2', price: 80001, word: 'Cho tôi xin một vé đi tuổi thơ' },
    ])
    assert.equal(await code(db.from('books').select('title::regclass')), '400 PGRST100')
    assert.equal(await code(db.from('books').select('title::int')), '400 22P02')
  })

  test('names that a table does not have', async () => {
    for (const query of [
      books().eq('nothing', 1),
      books().order('nothing'),
      books().or('id.eq.1,nothing.is.null'),
      books().eq('nothing->a->>b', 1),
      db.from('books').select('id,nothing->a'),
      db.from('books').select('nothing.sum()'),
      db.from('authors').select('id,books!books_written_by(nothing)'),
      db.from('authors').select('id,books!books_written_by(id)').eq('books.nothing', 1),
    ])
      assert.equal(await code(query), '400 42703')
    const { error } = await db.from('bok').select()
    assert.deepEqual(
      { ...error },
      {
        code: 'PGRST205',
        message: "Could not find the table 'public.bok' in the schema cache",
        details: null,
        hint: null,
      },
    )
    assert.equal((await db.from('authorss').select()).error?.hint, "Perhaps you meant the table 'public.authors'")
  })
})
