import { type RawBuilder, sql } from 'kysely'
import type { SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { type Asked, holds } from './compile-segment.ts'

/** The ids of the customers of whom a definition holds: one statement, to be run or to stand in another. */
export function segmentCustomers(definition: SegmentNode, asked: Asked): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`select cu.id from customers cu where ${areListed(asked, definition)}`
}

/** The same as a condition on `cu`. Who turned out to be somebody else, and who asked to be forgotten, is no customer any more. */
export function areListed(asked: Asked, definition: SegmentNode): RawBuilder<boolean> {
  return sql<boolean>`cu.workspace_id = ${asked.workspaceId} and cu.merged_into is null and cu.erased_at is null
    and ${holds(definition, asked)}`
}
