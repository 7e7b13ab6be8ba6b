const maxEndLength = 9
/** One that is seen as one: with its marks, joined emoji, flags. Firefox 121 has no Intl.Segmenter. */
const grapheme = /\p{RI}{2}|.(?:\p{M}|\p{EMod}|\u200d.)*/gsu

/** Its last word, or so much of that as is shown whole, apart from what stands before; a short text is not parted. */
export function partLastWord(text: string): [start: string, end: string] {
  const graphemes = text.match(grapheme) ?? []
  if (graphemes.length <= maxEndLength + 1) return ['', text]
  const space = graphemes.findLastIndex(one => one.trim() === '')
  const at = Math.max(space, graphemes.length - maxEndLength - 1)
  const from = at === space ? at : at + 1
  return [graphemes.slice(0, from).join(''), graphemes.slice(from).join('')]
}
