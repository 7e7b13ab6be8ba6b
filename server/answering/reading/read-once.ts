/** A shop's lines are read again with every message, so results are cached. */
const maxKnown = 4000

/** `read` must be pure and its result never mutated. */
export function remembered<Read>(read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, Read>()
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    const now = read(text)
    if (known.size >= maxKnown) known.clear()
    known.set(text, now)
    return now
  }
}
