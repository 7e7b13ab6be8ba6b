/** Which conversations of the list are picked; `from` is where a range begins. */
export type Picked = { ids: ReadonlySet<string>; from: string | undefined }

export const nonePicked: Picked = { ids: new Set(), from: undefined }

/** Picks one, or puts it back. */
export function toggled({ ids }: Picked, id: string): Picked {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, from: id }
}

/** Picks all from the last one that was touched to this one, in the list's order. */
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

/** Without those that have left the list. */
export function stillThere(picked: Picked, order: readonly string[]): Picked {
  const there = new Set(order)
  const ids = [...picked.ids].filter(id => there.has(id))
  return ids.length === picked.ids.size ? picked : { ids: new Set(ids), from: picked.from }
}
