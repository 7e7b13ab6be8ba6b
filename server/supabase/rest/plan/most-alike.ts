const enough = 0.5

/** By shared trigrams. */
export function mostAlike(name: string, known: Iterable<string>): string | undefined {
  const mine = groups(name)
  let best: string | undefined
  let bestShare = enough
  for (const other of known) {
    const theirs = groups(other)
    const both = [...mine].filter(group => theirs.has(group)).length
    const share = (2 * both) / (mine.size + theirs.size)
    if (share > bestShare) [best, bestShare] = [other, share]
  }
  return best
}

function groups(name: string): Set<string> {
  const text = `-${name.slice(0, 63).toLowerCase()}-`
  return new Set(Array.from({ length: Math.max(1, text.length - 2) }, (_, at) => text.slice(at, at + 3)))
}
