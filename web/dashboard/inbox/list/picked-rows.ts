export type Picked = { ids: ReadonlySet<string>; from: string | undefined }

export const nonePicked: Picked = { ids: new Set(), from: undefined }

export function toggled({ ids }: Picked, id: string): Picked {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, from: id }
}

export function reached(picked: Picked, id: string, order: readonly string[]): Picked {
  const from = order.indexOf(picked.from ?? id)
  const to = order.indexOf(id)
  if (from === -1 || to === -1) return toggled(picked, id)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...picked.ids, ...range]), from: picked.from ?? id }
}

export function pickedAll(order: readonly string[]): Picked {
  return { ids: new Set(order), from: order[0] }
}

export function stillThere(picked: Picked, order: readonly string[]): Picked {
  const there = new Set(order)
  const ids = [...picked.ids].filter(id => there.has(id))
  return ids.length === picked.ids.size ? picked : { ids: new Set(ids), from: picked.from }
}
