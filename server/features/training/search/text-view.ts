import { isMarked, type Token } from '../language/tokens.ts'

/** A text prepared for comparing: its words, where they stand, its pairs. */
export type View = {
  tokens: Token[]
  raws: Set<string>
  positions: Map<string, number[]>
  /** written with marks: a word without one is meant so */
  isMarked: boolean
}

export function viewOf(tokens: Token[]): View {
  const positions = new Map<string, number[]>()
  tokens.forEach(({ term }, at) => {
    const list = positions.get(term)
    if (list) list.push(at)
    else positions.set(term, [at])
  })
  return {
    tokens,
    raws: new Set(tokens.map(token => token.raw)),
    positions,
    isMarked: tokens.some(({ raw }) => isMarked(raw)),
  }
}

/** Whether a text holds the words one after the other; `exactly`: where both carry marks, with the same marks. */
export function holds(view: View, phrase: Token[], exactly = false): boolean {
  const [first] = phrase
  if (!first) return false
  const same = (word: Token, there: Token | undefined): boolean =>
    there?.term === word.term && (!exactly || there.raw === word.raw || !isMarked(word.raw) || !isMarked(there.raw))
  return (view.positions.get(first.term) ?? []).some(at => phrase.every((word, i) => same(word, view.tokens[at + i])))
}
