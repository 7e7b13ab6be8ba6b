import { cleanText, fold, hasDiacritics } from '#shared/rules/text/fold.ts'
import { oneSpelling } from './plain-text.ts'

type Word = { raw: string; folded: string; isMarked: boolean }

export type FoundPhrase<Name> = { name: Name; at: number; length: number }

export type PhraseBook<Name> = ReadonlyMap<string, readonly { name: Name; words: readonly Word[] }[]>

/** @param lists comma-separated phrases with accents */
export function phraseBook<Name extends string>(lists: Readonly<Record<Name, string>>): PhraseBook<Name> {
  const book = new Map<string, { name: Name; words: Word[] }[]>()
  for (const [name, list] of Object.entries(lists) as [Name, string][])
    for (const phrase of list.split(',')) {
      const words = spelledWords(phrase)
      const [first] = words
      if (first) book.set(first.folded, [...(book.get(first.folded) ?? []), { name, words }])
    }
  for (const entries of book.values()) entries.sort((a, b) => b.words.length - a.words.length)
  return book
}

export function spelledWords(text: string): Word[] {
  return (
    cleanText(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map(spelledWord)
}

export function spelledWord(raw: string): Word {
  const isMarked = hasDiacritics(raw)
  return { raw: isMarked ? oneSpelling(raw) : raw, folded: fold(raw), isMarked }
}

/** Longest matches. Accented input matches exactly, unaccented input any accents, unless `isExact`. */
export function phrasesIn<Name>(
  words: readonly Word[],
  book: PhraseBook<Name>,
  isExact = writesMarks(words),
): FoundPhrase<Name>[] {
  const found: FoundPhrase<Name>[] = []
  for (const [at, word] of words.entries()) {
    const fitting = (book.get(word.folded) ?? []).filter(({ words: phrase }) =>
      phrase.every((one, i) => isSame(one, words[at + i], isExact)),
    )
    for (const { name, words: phrase } of fitting)
      if (!found.some(one => one.name === name && one.at <= at && one.at + one.length >= at + phrase.length))
        found.push({ name, at, length: phrase.length })
  }
  return found
}

function isSame(phrase: Word, word: Word | undefined, isExact: boolean): boolean {
  if (!word || phrase.folded !== word.folded) return false
  return isExact || word.isMarked ? phrase.raw === word.raw : true
}

/** If true, missing accents are deliberate: "cho" is not "chó". */
export function writesMarks(words: readonly Word[]): boolean {
  return words.filter(({ isMarked }) => isMarked).length >= Math.max(1, words.length * minMarked)
}

const minMarked = 0.25
