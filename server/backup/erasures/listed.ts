import { z } from 'zod'
import { type Erasure, erasureSchema } from '#features/customers/rights/erasure.ts'
import { type Deletion, deletionSchema } from '#features/workspaces/deletions/deletion.ts'

/** A line of the list. */
export type Listed = Erasure | Deletion
export const listedSchema = z.union([erasureSchema, deletionSchema])

/** By what identifies it; what is there twice is united. */
export type ListedMap = Map<string, Listed>

export function unite(found: ListedMap, one: Listed): void {
  const key = keyOf(one)
  const there = found.get(key)
  if ('kind' in one) {
    const lifted = (there && 'kind' in there && there.lifted_at) || one.lifted_at
    found.set(key, { ...one, lifted_at: lifted })
    return
  }
  const before = there && !('kind' in there) ? there : undefined
  found.set(key, {
    ...one,
    merged: [...new Set([...(before?.merged ?? []), ...one.merged])],
    refused: [...new Set([...(before?.refused ?? []), ...one.refused])],
  })
}

export function byKey([one]: [string, Listed], [other]: [string, Listed]): number {
  return one < other ? -1 : 1
}

/** A shop that was restored in between may have several deletions. */
function keyOf(one: Listed): string {
  return 'kind' in one ? `${one.kind} ${one.id} ${one.at}` : one.customer_id
}

export function erasuresOf(all: ListedMap): Erasure[] {
  return [...all.values()].flatMap(one => ('kind' in one ? [] : [one]))
}

/** Without those that were lifted. */
export function deletionsOf(all: ListedMap): Deletion[] {
  return [...all.values()].flatMap(one => ('kind' in one && one.lifted_at === null ? [one] : []))
}
