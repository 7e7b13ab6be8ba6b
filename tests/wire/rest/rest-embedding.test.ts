import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { buildLibrary } from '../library.ts'
import { type Listening, startListening } from '../listening.ts'

describe('/rest/v1: relations', () => {
  let server: Listening
  let db: SupabaseClient
  let reader: Owner
  let other: Owner

  before(async () => {
    server = await startListening()
    await buildLibrary(server.platform)
    reader = await makeOwner(server.platform)
    other = await makeMember(server.platform, reader)
    await runAsOwner(
      server.platform,
      `insert into loans (book_id, reader, due) values (1, '${reader.personId}', '2026-12-01'), (3, '${other.personId}', '2026-12-02')`,
    )
    db = server.client(reader)
  })
  after(() => server.close())

  const rowsOf = async (query: PromiseLike<{ data: unknown; error: unknown }>) => {
    const { data, error } = await query
    assert.equal(error, null)
    return data
  }

  test('to one: the row, or null', async () => {
    assert.deepEqual(
      await rowsOf(db.from('books').select('title,shelves(name,state)').in('id', [3, '9007199254740993']).order('id')),
      [
        { title: 'Sóng', shelves: { name: 'Thơ', state: 'open' } },
        { title: 'Không tác giả', shelves: null },
      ],
    )
    assert.deepEqual(await rowsOf(db.from('books').select('id,covers(colour)').in('id', [1, 2]).order('id')), [
      { id: 1, covers: { colour: 'xanh' } },
      { id: 2, covers: null },
    ])
    assert.deepEqual(await rowsOf(db.from('covers').select('colour,books(*)').eq('book_id', 4).single()), {
      colour: 'nâu',
      books: {
        id: 4,
        title: 'Dế mèn phiêu lưu ký',
        about: 'a cricket goes on adventures',
        price: 120000,
        pages: 150,
        tags: [],
        details: {},
        sold: null,
        read_in: null,
        search: null,
        printed_at: null,
        author_id: 3,
        translator_id: 2,
        shelf_id: 4,
      },
    })
  })

  test('to many: a list, in the order and the window that were asked for', async () => {
    const authors = db.from('authors').select('name,books!books_written_by(title,pages)').order('id')
    assert.deepEqual(
      await rowsOf(
        authors.order('pages', { referencedTable: 'books', ascending: false }).limit(1, { referencedTable: 'books' }),
      ),
      [
        { name: 'Nguyễn Nhật Ánh', books: [{ title: 'Mắt biếc', pages: 300 }] },
        { name: 'Xuân Quỳnh', books: [{ title: 'Sóng', pages: 90 }] },
        { name: 'Tô Hoài', books: [{ title: 'Dế mèn phiêu lưu ký', pages: 150 }] },
        { name: 'Trần Đăng Khoa', books: [] },
      ],
    )
    assert.deepEqual(
      await rowsOf(
        db
          .from('authors')
          .select('books!books_written_by(id)')
          .eq('id', 1)
          .order('id', { referencedTable: 'books' })
          .range(1, 5, { referencedTable: 'books' }),
      ),
      [{ books: [{ id: 2 }] }],
    )
  })

  test('many to many, through the table between', async () => {
    assert.deepEqual(
      await rowsOf(
        db
          .from('books')
          .select('id,genres(name)')
          .in('id', [3, 4])
          .order('id')
          .order('name', { referencedTable: 'genres' }),
      ),
      [
        { id: 3, genres: [{ name: 'thơ' }, { name: 'tình yêu' }] },
        { id: 4, genres: [{ name: 'thiếu nhi' }] },
      ],
    )
    assert.deepEqual(await rowsOf(db.from('genres').select('name,books!book_genres(title)').eq('id', 4)), [
      { name: 'trinh thám', books: [] },
    ])
  })

  test('a table that refers to itself: by its name who refers here, by the column what is referred to', async () => {
    assert.deepEqual(
      await rowsOf(db.from('shelves').select('name,within:parent(name),shelves(id)').in('id', [1, 2]).order('id')),
      [
        { name: 'Văn học', within: null, shelves: [{ id: 2 }, { id: 3 }] },
        { name: 'Thơ', within: { name: 'Văn học' }, shelves: [] },
      ],
    )
    assert.deepEqual(await rowsOf(db.from('shelves').select('below:shelves!parent(name)').eq('id', 1)), [
      { below: [{ name: 'Thơ' }, { name: 'Truyện ngắn' }] },
    ])
  })

  test('several relations of two tables: by key, by column, or told apart', async () => {
    assert.deepEqual(
      await rowsOf(
        db
          .from('books')
          .select('writer:authors!books_written_by(name),translator:authors!translator_id(name)')
          .eq('id', 2),
      ),
      [{ writer: { name: 'Nguyễn Nhật Ánh' }, translator: { name: 'Trần Đăng Khoa' } }],
    )
    assert.deepEqual(await rowsOf(db.from('books').select('author_id(name),books_translated_by(nick)').eq('id', 4)), [
      { author_id: { name: 'Tô Hoài' }, books_translated_by: { nick: null } },
    ])
    const { status, error } = await db.from('books').select('*,authors(*)')
    assert.equal(status, 300)
    assert.deepEqual(
      { ...error },
      {
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'books with authors',
            relationship: 'books_translated_by using books(translator_id) and authors(id)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'books with authors',
            relationship: 'books_written_by using books(author_id) and authors(id)',
          },
        ],
        hint: "Try changing 'authors' to one of the following: 'authors!books_translated_by', 'authors!books_written_by'. Find the desired relationship in the 'details' key.",
      },
    )
  })

  test('nested', async () => {
    assert.deepEqual(
      await rowsOf(
        db
          .from('genres')
          .select(
            'name,books(title,author:authors!books_written_by(name,books!books_translated_by(id)),shelves(name,parent(name)))',
          )
          .eq('name', 'thơ')
          .single(),
      ),
      {
        name: 'thơ',
        books: [
          {
            title: 'Sóng',
            author: { name: 'Xuân Quỳnh', books: [{ id: 4 }] },
            shelves: { name: 'Thơ', parent: { name: 'Văn học' } },
          },
        ],
      },
    )
  })

  test('filters on what is embedded empty it; with !inner they choose the rows', async () => {
    const books = (join: string) =>
      db
        .from('authors')
        .select(`id,books!books_written_by${join}(id)`)
        .gt('books.pages', 200)
        .order('id')
        .order('id', { referencedTable: 'books' })
    assert.deepEqual(await rowsOf(books('')), [
      { id: 1, books: [{ id: 1 }, { id: 2 }] },
      { id: 2, books: [] },
      { id: 3, books: [] },
      { id: 4, books: [] },
    ])
    assert.deepEqual(await rowsOf(books('!left').eq('id', 2)), [{ id: 2, books: [] }])
    assert.deepEqual(await rowsOf(books('!inner')), [{ id: 1, books: [{ id: 1 }, { id: 2 }] }])
    assert.deepEqual(await rowsOf(db.from('books').select('id,shelves!inner(name)').eq('shelves.name', 'Thơ')), [
      { id: 3, shelves: { name: 'Thơ' } },
    ])
    assert.deepEqual(
      await rowsOf(
        db
          .from('books')
          .select('id,shelves!inner(parent!inner(name))')
          .eq('shelves.parent.name', 'Văn học')
          .order('id'),
      ),
      [
        { id: 2, shelves: { parent: { name: 'Văn học' } } },
        { id: 3, shelves: { parent: { name: 'Văn học' } } },
      ],
    )
    assert.deepEqual(
      await rowsOf(
        db
          .from('authors')
          .select('id,written:books!books_written_by!inner(id)')
          .or('pages.lt.100,price.gt.100000', { referencedTable: 'written' })
          .order('id'),
      ),
      [
        { id: 2, written: [{ id: 3 }] },
        { id: 3, written: [{ id: 4 }] },
      ],
    )
  })

  test('whether something is there, alone and within or', async () => {
    const ids = async (query: PromiseLike<{ data: { id: number }[] | null; error: unknown }>) =>
      ((await rowsOf(query)) as { id: number }[]).map(row => row.id)
    const authors = () => db.from('authors').select('id,books!books_written_by()').order('id')
    assert.deepEqual(await ids(authors().is('books', null)), [4])
    assert.deepEqual(await ids(authors().not('books', 'is', null)), [1, 2, 3])
    assert.deepEqual(await ids(authors().or('books.is.null,name.eq.Tô Hoài')), [3, 4])
    const counted = await db
      .from('authors')
      .select('id,books!books_written_by()', { count: 'exact' })
      .not('books', 'is', null)
      .limit(1)
    assert.deepEqual([counted.status, counted.count, counted.data], [206, 3, [{ id: 1 }]])
    const bad = await authors().eq('books', 5)
    assert.deepEqual([bad.status, bad.error?.code], [400, 'PGRST120'])
  })

  test('what is embedded without columns is there for its filters only', async () => {
    assert.deepEqual(await rowsOf(db.from('books').select('id,genres!inner()').eq('genres.name', 'thơ')), [{ id: 3 }])
    const counted = await db
      .from('books')
      .select('id,genres!inner()', { count: 'exact', head: true })
      .eq('genres.id', 2)
    assert.equal(counted.count, 2)
  })

  test('spread: columns of one row beside, of many rows as lists', async () => {
    assert.deepEqual(
      await rowsOf(
        db.from('books').select('id,...shelves(shelf:name,...parent(room:name))').in('id', [1, 3]).order('id'),
      ),
      [
        { id: 1, shelf: 'Văn học', room: null },
        { id: 3, shelf: 'Thơ', room: 'Văn học' },
      ],
    )
    assert.deepEqual(
      await rowsOf(
        db
          .from('books')
          .select('id,...genres(genre:name)')
          .in('id', [3, 4])
          .order('id')
          .order('name', { referencedTable: 'genres' }),
      ),
      [
        { id: 3, genre: ['thơ', 'tình yêu'] },
        { id: 4, genre: ['thiếu nhi'] },
      ],
    )
    assert.deepEqual(await rowsOf(db.from('books').select('id,...genres(genre:name)').eq('id', '9007199254740993')), [
      { id: 9007199254740992, genre: [] },
    ])
  })

  test('rows are ordered by a column of the row they belong to', async () => {
    const ordered = db.from('books').select('id,shelves(name)').not('shelf_id', 'is', null)
    assert.deepEqual(
      ((await rowsOf(ordered.order('shelves(name)', { ascending: false }))) as { id: number }[]).map(row => row.id),
      [1, 2, 3, 4],
    )
    assert.deepEqual(
      (
        (await rowsOf(
          db.from('books').select('id,...shelves(state)').order('shelves(state)', { nullsFirst: true }).order('id'),
        )) as { id: number }[]
      ).map(row => row.id),
      [9007199254740992, 1, 3, 4, 2],
    )
    const many = await db.from('authors').select('id,books!books_written_by(id)').order('books(id)')
    assert.deepEqual([many.status, many.error?.code], [400, 'PGRST118'])
    const none = await db.from('authors').select('id').order('shelves(id)')
    assert.deepEqual([none.status, none.error?.code], [400, 'PGRST108'])
  })

  test('aggregates: over all rows, in groups, and of what is embedded', async () => {
    assert.deepEqual(
      await rowsOf(db.from('books').select('count(),pages.sum(),highest:price.max(),pages.avg()::int')),
      [{ count: 5, sum: 760, highest: 120000, avg: 190 }],
    )
    assert.deepEqual(await rowsOf(db.from('shelves').select('state,count()').order('state')), [
      { state: 'open', count: 3 },
      { state: 'closed', count: 1 },
    ])
    assert.deepEqual(
      await rowsOf(db.from('authors').select('name,books!books_written_by(count)').lt('id', 3).order('id')),
      [
        { name: 'Nguyễn Nhật Ánh', books: [{ count: 2 }] },
        { name: 'Xuân Quỳnh', books: [{ count: 1 }] },
      ],
    )
    const groups = async (select: string) =>
      ((await rowsOf(db.from('books').select(select).lt('id', 4))) as object[]).map(row => JSON.stringify(row)).sort()
    assert.deepEqual(await groups('pages.sum(),writer:authors!books_written_by(name)'), [
      '{"sum":520,"writer":{"name":"Nguyễn Nhật Ánh"}}',
      '{"sum":90,"writer":{"name":"Xuân Quỳnh"}}',
    ])
    assert.deepEqual(await groups('...shelves(state),high:details->size->h::int.max()'), [
      '{"state":"closed","high":19}',
      '{"state":"open","high":20}',
    ])
    assert.deepEqual(await groups('...shelves(state,count())'), [
      '{"state":"closed","count":1}',
      '{"state":"open","count":2}',
    ])
    const lists = await db.from('books').select('...genres(count())')
    assert.deepEqual([lists.status, lists.error?.code], [400, 'PGRST127'])
  })

  test('a row of a relation is shown to those who may see it', async () => {
    assert.deepEqual(await rowsOf(db.from('books').select('id,loans(due)').in('id', [1, 3]).order('id')), [
      { id: 1, loans: [{ due: '2026-12-01' }] },
      { id: 3, loans: [] },
    ])
    assert.deepEqual(await rowsOf(server.client(other).from('books').select('id,loans!inner(due)')), [
      { id: 3, loans: [{ due: '2026-12-02' }] },
    ])
    assert.deepEqual(await rowsOf(server.client().from('books').select('id,loans!inner(due)')), [])
    assert.deepEqual(await rowsOf(db.from('books').select('id,secrets!inner(*)')), [
      { id: 1, secrets: [{ id: 1, book_id: 1 }] },
    ])
    const hidden = await db.from('books').select('id,secrets(words)')
    assert.deepEqual([hidden.status, hidden.error?.code], [403, '42501'])
    const closed = await server.client().from('books').select('id,secrets(id)')
    assert.deepEqual([closed.status, closed.error?.code], [401, '42501'])
  })

  test('no embedded list holds more than 1,000 rows', async () => {
    const { data } = await db
      .from('authors')
      .select('readings(id)')
      .eq('id', 1)
      .limit(5000, { referencedTable: 'readings' })
    assert.equal(data?.[0]?.readings.length, 1000)
  })

  test('mistakes name what was meant', async () => {
    const none = await db.from('books').select('*,genre(name)')
    assert.equal(none.status, 400)
    assert.deepEqual(
      { ...none.error },
      {
        code: 'PGRST200',
        message: "Could not find a relationship between 'books' and 'genre' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'books' and 'genre' in the schema 'public', but no matches were found.",
        hint: "Perhaps you meant 'genres' instead of 'genre'.",
      },
    )
    const hinted = await db.from('books').select('*,genres!nothing(name)')
    assert.match(
      String(hinted.error?.details),
      /between 'books' and 'genres' using the hint 'nothing' in the schema 'public'/,
    )
    const apart = await db.from('books').select('id').eq('genres.name', 'thơ')
    assert.deepEqual(
      [apart.status, { ...apart.error }],
      [
        400,
        {
          code: 'PGRST108',
          message: "'genres' is not an embedded resource in this request",
          details: null,
          hint: "Verify that 'genres' is included in the 'select' query parameter.",
        },
      ],
    )
    const deep = `${'shelves('.repeat(12)}id${')'.repeat(12)}`
    assert.equal((await db.from('shelves').select(deep)).error?.code, 'PGRST100')
  })
})
