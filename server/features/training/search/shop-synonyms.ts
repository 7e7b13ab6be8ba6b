import { fold, hasDiacritics } from '#shared/rules/text/fold.ts'
import { type Token, tokens } from '../language/tokens.ts'

const maxWordings = 4

export function inOtherWords(text: string, groups: string[][]): string[] {
  const message = tokens(text)
  const marked = hasDiacritics(text)
  const wordings = new Set<string>()
  for (const group of groups) {
    const phrases = group.map(tokens).filter(phrase => phrase.length > 0)
    for (const phrase of phrases) {
      const [at] = placesOf(phrase, message, marked)
      if (at === undefined) continue
      for (const other of phrases) {
        if (other === phrase) continue
        const words = [...message.slice(0, at), ...other, ...message.slice(at + phrase.length)]
        const wording = words.map(word => word.raw).join(' ')
        wordings.add(marked ? wording : fold(wording))
      }
    }
  }
  return [...wordings].slice(0, maxWordings)
}

/** Among marked words, a lone unmarked one is another word. */
export function placesOf(phrase: Token[], message: Token[], marked: boolean): number[] {
  const exact = marked && phrase.length === 1
  return message.flatMap((_word, at) => (phrase.every((word, i) => meets(message[at + i], word, exact)) ? [at] : []))
}

function meets(typed: Token | undefined, word: Token, exact: boolean): boolean {
  if (!typed) return false
  if (typed.raw === word.raw) return true
  return typed.term === word.term && (!hasDiacritics(word.raw) || (!hasDiacritics(typed.raw) && !exact))
}
