/** A shop's lines are read again with every message, so results are cached. */
const maxKnown = 4000
/** Characters of all texts known: long messages of strangers must not fill the memory. */
const maxLetters = 400_000

/** `read` must be pure and its result never mutated. `maxLength`: longer texts are read anew each time. */
export function remembered<Read>(read: (text: string) => Read, maxLength = 4000): (text: string) => Read {
  const known = new Map<string, Read>()
  let letters = 0
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    const now = read(text)
    if (text.length > maxLength) return now
    letters += text.length
    if (known.size >= maxKnown || letters > maxLetters) {
      known.clear()
      letters = text.length
    }
    known.set(text, now)
    return now
  }
}
