const longestEnd = 9
/** One that is seen as one: with its marks, joined emoji, flags. Firefox 121 has no Intl.Segmenter. */
const letter = /\p{RI}{2}|.(?:\p{M}|\p{EMod}|\u200d.)*/gsu

/** Its last word, or so much of that as is shown whole, apart from what stands before; a short text is not parted. */
export function partLastWord(text: string): [start: string, end: string] {
  const letters = text.match(letter) ?? []
  if (letters.length <= longestEnd + 1) return ['', text]
  const space = letters.findLastIndex(one => one.trim() === '')
  const at = Math.max(space, letters.length - longestEnd - 1)
  const from = at === space ? at : at + 1
  return [letters.slice(0, from).join(''), letters.slice(from).join('')]
}
