/** Ignores differences in white space; undefined if not found or too short to be a quote. */
export function findQuote(text: string, quote: string): { start: number; end: number } | undefined {
  const wanted = flat(quote.normalize('NFC')).text.trim()
  if (!/[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(wanted)) return undefined
  const { text: within, places } = flat(text)
  const at = within.indexOf(wanted)
  if (at < 0) return undefined
  return { start: places[at]!, end: places[at + wanted.length - 1]! + 1 }
}

function flat(text: string): { text: string; places: number[] } {
  const places: number[] = []
  let out = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    const space = /\s/.test(letter)
    if (space && (out === '' || out.endsWith(' '))) continue
    out += space ? ' ' : letter
    places.push(at)
  }
  return { text: out, places }
}
