import { type RawBuilder, sql } from 'kysely'
import type { SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { type Asked, holds } from './compile-segment.ts'

export function segmentCustomers(definition: SegmentNode, asked: Asked): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`select cu.id from customers cu where ${areListed(asked, definition)}`
}

/** As a condition on `cu`; merged and erased customers are excluded. */
export function areListed(asked: Asked, definition: SegmentNode): RawBuilder<boolean> {
  return sql<boolean>`cu.workspace_id = ${asked.workspaceId} and cu.merged_into is null and cu.erased_at is null
    and ${holds(definition, asked)}`
}
