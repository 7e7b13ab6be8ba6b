/** In the order of first appearance. `Map.groupBy` is newer than Safari 16.4. */
export function groupBy<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const name = nameOf(item)
    groups.set(name, [...(groups.get(name) ?? []), item])
  }
  return groups
}
