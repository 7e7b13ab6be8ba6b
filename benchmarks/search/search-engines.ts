import { PGlite } from '@electric-sql/pglite'
import MiniSearch from 'minisearch'
import { findPassages } from '#features/training/search/find-passages.ts'
import { Knowledge, type Passage } from '#features/training/knowledge/knowledge.ts'
import { readQuery } from '#features/training/search/query.ts'
import { fold } from '#shared/rules/text/fold.ts'

export type SearchEngine = { search(question: string): string[] | Promise<string[]>; close(): Promise<void> }

export const searchEngines: Record<string, (passages: Passage[]) => SearchEngine | Promise<SearchEngine>> = {
  Sen: openOurs,
  MiniSearch: openMiniSearch,
  'PGlite full text': openFullText,
}

function openOurs(passages: Passage[]): SearchEngine {
  const knowledge = new Knowledge(passages)
  return {
    search: question =>
      findPassages(knowledge, readQuery(question))
        .passages.slice(0, 10)
        .map(({ position }) => knowledge.passages[position]!.id),
    close: async () => {},
  }
}

function openMiniSearch(passages: Passage[]): SearchEngine {
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    processTerm: term => fold(term),
    searchOptions: { boost: { title: 2, heading: 2 }, combineWith: 'OR' },
  })
  index.addAll(passages)
  return {
    search: question =>
      index
        .search(question)
        .slice(0, 10)
        .map(({ id }) => String(id)),
    close: async () => {},
  }
}

async function openFullText(passages: Passage[]): Promise<SearchEngine> {
  const lite = await PGlite.create()
  await lite.exec(`create table passages (id text primary key, words tsvector)`)
  for (let at = 0; at < passages.length; at += 500) {
    const some = passages.slice(at, at + 500)
    await lite.query(
      `insert into passages select id, setweight(to_tsvector('simple', head), 'A') || to_tsvector('simple', body)
        from unnest($1::text[], $2::text[], $3::text[]) as given (id, head, body)`,
      [
        some.map(({ id }) => id),
        some.map(({ title, heading }) => fold(`${title} ${heading}`)),
        some.map(({ text }) => fold(text)),
      ],
    )
  }
  await lite.exec(`create index on passages using gin (words); analyze passages`)
  return {
    async search(question) {
      const words = fold(question).match(/[\p{L}\p{N}]+/gu) ?? []
      const { rows } = await lite.query<{ id: string }>(
        `select id from passages, to_tsquery('simple', $1) as wanted where words @@ wanted
          order by ts_rank(words, wanted, 1) desc, id limit 10`,
        [words.join(' | ')],
      )
      return rows.map(({ id }) => id)
    },
    close: () => lite.close(),
  }
}
