/** `perhaps`: nothing that the database knows excludes null. */
export type Nullness = 'never' | 'perhaps' | 'unknown'

/** Null as soon as one of them is; also of one out of several. */
export function anyOf(all: readonly Nullness[]): Nullness {
  if (all.includes('perhaps')) return 'perhaps'
  return all.includes('unknown') ? 'unknown' : 'never'
}

/** Null only if each of them is. */
export function allOf(all: readonly Nullness[]): Nullness {
  if (all.includes('never')) return 'never'
  return all.includes('unknown') ? 'unknown' : 'perhaps'
}
