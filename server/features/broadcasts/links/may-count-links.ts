import { type RawBuilder, sql } from 'kysely'

const isPaid = ['active', 'past_due']

/**
 * Whether the links of the workspace `w` lead through our address. Not on trial: whoever signs up with a new name each day would have
 * an address of ours for pages of theirs. Nor where the operator has closed them.
 */
export function countsLinks(): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from subscriptions s where s.workspace_id = w.id and s.status = any (${isPaid}::text[]))
    and not exists (select from private.closed_links x where x.workspace_id = w.id))`
}
