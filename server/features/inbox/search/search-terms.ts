import { type RawBuilder, sql } from 'kysely'
import type { Wanted } from '#shared/rules/text/search-words.ts'

export type SearchTerms = {
  wanted: Wanted
  all: string
  /** Empty where only the words together mean something. */
  each: string[]
}

/** Words carry their workspace (migration 0059). */
export function searchTermsIn(workspaceId: string, wanted: Wanted): SearchTerms {
  const scope = workspaceId.slice(-8)
  const { words, open } = wanted
  // Words hold neither quotes nor backslashes: those separate words.
  const each = words.map((word, at) => `'${scope}${word}'${open && at === words.length - 1 ? ':*' : ''}`)
  const all = each.join(' & ')
  // "0903 218 447" is one number, perhaps stored without spaces.
  const isNumber = words.length > 1 && words.every(word => /^\d+$/.test(word))
  if (isNumber) return { wanted, all: `(${all}) | '${scope}${words.join('').slice(0, 40)}':*`, each: [] }
  return { wanted, all, each: new Set(each).size > 1 ? [...new Set(each)] : [] }
}

/** "is true" keeps the planner off the word index, which would scan everybody's words. */
export function has(query: string): RawBuilder<boolean> {
  return sql`(w.words @@ ${query}::tsquery) is true`
}

/** `offset 0` makes it run per conversation; otherwise the planner would search all messages first. */
export function hasTogether({ all }: SearchTerms): RawBuilder<boolean> {
  return sql`(exists (select from private.message_words w where w.conversation_id = c.id and ${has(all)} offset 0)
    or exists (select from private.contact_words w where w.contact_id = c.contact_id and ${has(all)} offset 0))`
}

export const placesOfWords: RawBuilder<unknown> = sql`(select w.words from private.message_words w where w.conversation_id = c.id
  union all select w.words from private.contact_words w where w.contact_id = c.contact_id) place`

export function hasApart({ all, each }: SearchTerms): RawBuilder<boolean> {
  const somewhere = each.map(word => sql`bool_or(place.words @@ ${word}::tsquery)`)
  return sql`(select ${sql.join(somewhere, sql` and `)} and not bool_or(place.words @@ ${all}::tsquery) from ${placesOfWords})`
}
