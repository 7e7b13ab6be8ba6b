import { type RawBuilder, sql } from 'kysely'

/** Of the customer `cu`: neither they nor who they turned out to be has been forgotten, or is to be. */
export const notErased: RawBuilder<boolean> = sql<boolean>`(cu.erased_at is null and not exists (select from customers t
  where t.workspace_id = cu.workspace_id and t.id = cu.merged_into and t.erased_at is not null))`
