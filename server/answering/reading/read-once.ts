/** So many texts are remembered of each reading; the lines of a shop's documents are read again with every message. */
const maxKnown = 4000

/** A reading of texts that always gives the same for the same, and is not changed by who gets it. */
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
