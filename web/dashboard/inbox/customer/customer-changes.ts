import type { CustomerDetailKind } from '#shared/contracts/customers/customer.contract.ts'

export type DetailLine = { key: string; id?: string; kind: CustomerDetailKind; value: string }
export type Detail = { id: string; kind: string; value: string }

export type CustomerChange = {
  name?: string
  add: { kind: CustomerDetailKind; value: string }[]
  remove: string[]
}

/** The difference between form and stored data; a rewritten line replaces its old one. */
export function customerChange(
  before: { name: string; details: readonly Detail[] },
  after: { name: string; lines: readonly DetailLine[] },
): CustomerChange | undefined {
  const name = after.name.trim()
  const unchanged = new Set<string>()
  const add: CustomerChange['add'] = []
  for (const { id, kind, value } of after.lines) {
    const stored = before.details.find(one => one.id === id)
    if (stored && stored.kind === kind && stored.value === value.trim()) unchanged.add(stored.id)
    else if (value.trim()) add.push({ kind, value: value.trim() })
  }
  const remove = before.details.filter(one => !unchanged.has(one.id)).map(one => one.id)
  const renamed = name !== before.name.trim()
  if (!renamed && add.length === 0 && remove.length === 0) return undefined
  return { ...(renamed && { name }), add, remove }
}
