import { type RawBuilder, sql } from 'kysely'
import type { SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { type Asked, holds } from './compile-segment.ts'

/** As a condition on `cu`; merged and erased customers are excluded. */
export function areListed(asked: Asked, definition: SegmentNode): RawBuilder<boolean> {
  return sql<boolean>`cu.workspace_id = ${asked.workspaceId} and cu.merged_into is null and cu.erased_at is null
    and ${holds(definition, asked)}`
}
