import { type RawBuilder, sql } from 'kysely'

/** Neither `cu` nor the customer it was merged into is erased or about to be. */
export const notErased: RawBuilder<boolean> = sql<boolean>`(cu.erased_at is null and not exists (select from customers t
  where t.workspace_id = cu.workspace_id and t.id = cu.merged_into and t.erased_at is not null))`
