import { fold } from '#shared/rules/text/fold.ts'

export function searchWords(query: string): string[] {
  return fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Whether every word starts a word of the text; diacritics do not matter. */
export function matchesWords(text: string, words: readonly string[]): boolean {
  const folded = ` ${fold(text).replace(/[^\p{L}\p{N}]+/gu, ' ')}`
  return words.every(word => folded.includes(` ${word}`))
}

export function highlightWords(text: string, words: readonly string[]): { text: string; found: boolean }[] {
  const letters = [...text.normalize('NFC')]
  const folded = letters.map(letter => fold(letter))
  const starts: number[] = []
  let whole = ''
  for (const one of folded) {
    starts.push(whole.length)
    whole += one
  }
  const marked = letters.map(() => false)
  for (const word of words) {
    for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + 1)) {
      if (at > 0 && /[\p{L}\p{N}]/u.test(whole[at - 1] ?? '')) continue
      starts.forEach((start, index) => {
        if (start >= at && start < at + word.length) marked[index] = true
      })
    }
  }
  const parts: { text: string; found: boolean }[] = []
  letters.forEach((letter, index) => {
    const found = marked[index] ?? false
    const last = parts.at(-1)
    if (last?.found === found) last.text += letter
    else parts.push({ text: letter, found })
  })
  return parts
}
