import { type RawBuilder, sql } from 'kysely'
import type { Wanted } from '#shared/rules/search-words.ts'

/** What is sought, in the words of the database's own search. */
export type Sought = { wanted: Wanted; inMessage: string; inContact: string }

/** Words carry whose they are (migration 0059). All must be in one message, or in what is known of the customer. */
export function soughtIn(workspaceId: string, wanted: Wanted): Sought {
  const scope = workspaceId.slice(-8)
  const { words, open } = wanted
  // The words hold neither quotes nor backslashes: those part them.
  const all = words.map((word, at) => `'${scope}${word}'${open && at === words.length - 1 ? ':*' : ''}`).join(' & ')
  // "0903 218 447" was perhaps written, and is kept, without the spaces.
  const digits = words.length > 1 && words.every(word => /^\d+$/.test(word)) ? words.join('').slice(0, 40) : undefined
  const either = digits ? `(${all}) | '${scope}${digits}':*` : all
  return { wanted, inMessage: either, inContact: either }
}

/**
 * Whether `w` has what is sought, where `w` is reached by its conversation or contact. "is true" keeps the index of words out of
 * it: asked for each of some conversations, that would look through everybody's.
 */
export function has(query: string): RawBuilder<boolean> {
  return sql`(w.words @@ ${query}::tsquery) is true`
}

/** `with found as (…)`: the ids of the workspace's conversations that have what is sought. */
export function foundAmong(workspaceId: string, { inMessage, inContact }: Sought): RawBuilder<unknown> {
  return sql`with found as materialized (
    select w.conversation_id as id from private.message_words w where w.workspace_id = ${workspaceId} and w.words @@ ${inMessage}::tsquery
    union
    select v.id from private.contact_words w join conversations v on v.workspace_id = w.workspace_id and v.contact_id = w.contact_id
    where w.workspace_id = ${workspaceId} and w.words @@ ${inContact}::tsquery)`
}
