/** Paths like 'data.message_id' apply to each member of a list. */
export function withoutFields<T>(body: T, paths: readonly string[]): T {
  const copy = structuredClone(body)
  for (const path of paths) drop(copy, path.split('.'))
  return copy
}

function drop(value: unknown, [name = '', ...rest]: string[]): void {
  if (Array.isArray(value)) return value.forEach(one => drop(one, [name, ...rest]))
  if (typeof value !== 'object' || value === null) return
  const fields = value as Record<string, unknown>
  if (rest.length > 0) drop(fields[name], rest)
  else delete fields[name]
}
