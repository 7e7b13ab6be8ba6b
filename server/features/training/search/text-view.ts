import { isMarked, type Token } from '../language/tokens.ts'

export type View = {
  tokens: Token[]
  raws: Set<string>
  positions: Map<string, number[]>
  /** Written with marks: a word without any is meant so. */
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

/** `exactly`: marks must agree where both have them. */
export function holds(view: View, phrase: Token[], exactly = false): boolean {
  const [first] = phrase
  if (!first) return false
  const same = (word: Token, there: Token | undefined): boolean =>
    there?.term === word.term && (!exactly || there.raw === word.raw || !isMarked(word.raw) || !isMarked(there.raw))
  return (view.positions.get(first.term) ?? []).some(at => phrase.every((word, i) => same(word, view.tokens[at + i])))
}
