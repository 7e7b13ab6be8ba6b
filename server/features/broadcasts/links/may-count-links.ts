import { type RawBuilder, sql } from 'kysely'

const isPaid = ['active', 'past_due']

/** Not on trial, or anybody could sign up daily to get our address for pages of theirs; nor if the operator closed the links. */
export function countsLinks(): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from subscriptions s where s.workspace_id = w.id and s.status = any (${isPaid}::text[]))
    and not exists (select from private.closed_links x where x.workspace_id = w.id))`
}
