import { type RawBuilder, sql } from 'kysely'
import type { Wanted } from '#shared/rules/text/search-words.ts'

/** What is sought, in the words of the database's own search. */
export type SearchTerms = {
  wanted: Wanted
  /** All of the words, in one place. */
  all: string
  /** Each by itself, where they may stand in different places; empty where only all together mean something. */
  each: string[]
}

/** Words carry whose they are (migration 0059). */
export function searchTermsIn(workspaceId: string, wanted: Wanted): SearchTerms {
  const scope = workspaceId.slice(-8)
  const { words, open } = wanted
  // The words hold neither quotes nor backslashes: those part them.
  const each = words.map((word, at) => `'${scope}${word}'${open && at === words.length - 1 ? ':*' : ''}`)
  const all = each.join(' & ')
  // "0903 218 447" is one number: it was perhaps written, and is kept, without the spaces.
  const isNumber = words.length > 1 && words.every(word => /^\d+$/.test(word))
  if (isNumber) return { wanted, all: `(${all}) | '${scope}${words.join('').slice(0, 40)}':*`, each: [] }
  return { wanted, all, each: new Set(each).size > 1 ? [...new Set(each)] : [] }
}

/**
 * Whether `w` has what is sought, where `w` is reached by its conversation or contact. "is true" keeps the index of words out of
 * it: asked for each of some conversations, that would look through everybody's.
 */
export function has(query: string): RawBuilder<boolean> {
  return sql`(w.words @@ ${query}::tsquery) is true`
}

/**
 * Whether the conversation `c` has all of it in one message, or in what is known of its customer. `offset 0`: asked for each
 * conversation by itself; the planner would look for the words in all messages first.
 */
export function hasTogether({ all }: SearchTerms): RawBuilder<boolean> {
  return sql`(exists (select from private.message_words w where w.conversation_id = c.id and ${has(all)} offset 0)
    or exists (select from private.contact_words w where w.contact_id = c.contact_id and ${has(all)} offset 0))`
}

/** Everything that was said in the conversation `c` or is known of its customer, as rows of `words`. */
export const placesOfWords: RawBuilder<unknown> = sql`(select w.words from private.message_words w where w.conversation_id = c.id
  union all select w.words from private.contact_words w where w.contact_id = c.contact_id) place`

/** Whether the conversation `c` has each word somewhere, and nowhere all of them. */
export function hasApart({ all, each }: SearchTerms): RawBuilder<boolean> {
  const somewhere = each.map(word => sql`bool_or(place.words @@ ${word}::tsquery)`)
  return sql`(select ${sql.join(somewhere, sql` and `)} and not bool_or(place.words @@ ${all}::tsquery) from ${placesOfWords})`
}
