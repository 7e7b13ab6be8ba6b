import { hasDiacritics } from '#shared/rules/text/fold.ts'
import type { Language } from '#shared/words.ts'
import { englishWords } from '../words/english.ts'
import { askingPhrases, compounds } from '../words/compounds.ts'
import { countries, meantByCountry, meantByProvince, provinces } from '../words/places.ts'
import { synonyms } from '../words/synonyms.ts'
import { isStop, mayBeStopWord } from './stop-words.ts'
import { tokens, type Token } from './tokens.ts'

export type Alternative = {
  /** First word's position, and how many words. */
  at: number
  length: number
  tokens: Token[]
  weight: number
  /** Share of the word counted as matched; follows from the weight by default. */
  worth?: number
}

type Entry<Value> = { words: Token[]; value: Value }
type PhraseTable<Value> = Map<string, Entry<Value>[]>

const synonymWeight = 0.35
const foreignWeight = 0.35
const loneWordWeight = 0.6
const placeWeight = 0.4

type SynonymClass = { vi: Token[][]; en: Token[][] }

const viSynonyms: PhraseTable<SynonymClass> = new Map()
const enSynonyms: PhraseTable<SynonymClass> = new Map()
for (const line of synonyms.split('\n').filter(Boolean)) {
  const [vi = [], en = []] = line.split('|').map(side =>
    side
      .split(',')
      .map(part => tokens(part))
      .filter(part => part.length),
  )
  const found: SynonymClass = { vi, en }
  for (const words of vi) addEntry(viSynonyms, { words, value: found })
  for (const words of en) addEntry(enSynonyms, { words, value: found })
}
const dictionary = table(
  englishWords
    .split(/[;\n]/)
    .filter(line => line.includes('='))
    .flatMap(line => {
      const [keys = '', meanings = ''] = line.trim().split('=')
      return keys
        .split(',')
        .map(key => ({ words: tokens(key), value: meanings.split('/').map(meaning => tokens(meaning)) }))
    }),
)

const placeTable = table(
  [
    [provinces, meantByProvince],
    [countries, meantByCountry],
  ].flatMap(([places = '', meant = '']) => {
    const meanings = listed(meant)
    return listed(places).map(words => ({ words, value: meanings }))
  }),
)
const provinceTable = table(listed(provinces).map(words => ({ words, value: true })))
const compoundTable = table(listed(`${compounds}, ${provinces}`).map(words => ({ words, value: true })))

const askingTable = table(listed(askingPhrases).map(words => ({ words, value: true })))

function listed(phrases: string): Token[][] {
  return phrases
    .split(',')
    .map(phrase => tokens(phrase))
    .filter(phrase => phrase.length > 0)
}

export function table<Value>(entries: Entry<Value>[]): PhraseTable<Value> {
  const found: PhraseTable<Value> = new Map()
  for (const entry of entries) addEntry(found, entry)
  return found
}

function addEntry<Value>(into: PhraseTable<Value>, entry: Entry<Value>): void {
  const first = entry.words[0]?.term
  if (first === undefined) return
  const list = into.get(first) ?? []
  list.push(entry)
  list.sort((a, b) => b.words.length - a.words.length)
  into.set(first, list)
}

/** Typed without marks matches, differently marked does not. */
function sameWord(typed: Token, listed: Token): boolean {
  return typed.raw === listed.raw || (typed.term === listed.term && !hasDiacritics(typed.raw))
}

function matches<Value>(found: PhraseTable<Value>, message: Token[], at: number): Entry<Value>[] {
  return (found.get(message[at]!.term) ?? []).filter(entry =>
    entry.words.every((word, i) => message[at + i] !== undefined && sameWord(message[at + i]!, word)),
  )
}

export function vietnameseAlternatives(message: Token[]): Alternative[] {
  const found: Alternative[] = []
  const inPhrase = coveredBy(viSynonyms, message)
  message.forEach((token, at) => {
    for (const entry of matches(viSynonyms, message, at)) {
      const length = entry.words.length
      if (length === 1 && (isStop(token) || (!hasDiacritics(token.raw) && (inPhrase[at] || mayBeStopWord(token.raw)))))
        continue
      const sure = length > 1 || hasDiacritics(token.raw) || !hasDiacritics(entry.words[0]!.raw) ? 1 : loneWordWeight
      for (const other of entry.value.vi) {
        if (other !== entry.words) found.push({ at, length, tokens: other, weight: synonymWeight * sure })
      }
      for (const other of entry.value.en) found.push({ at, length, tokens: other, weight: foreignWeight * sure * 0.7 })
    }
  })
  return found
}

/** Such words are not looked up alone when typed without marks. */
function coveredBy<Value>(found: PhraseTable<Value>, message: Token[]): boolean[] {
  const covered = message.map(() => false)
  message.forEach((_token, at) => {
    const longest = matches(found, message, at)[0]?.words.length ?? 0
    if (longest > 1) covered.fill(true, at, at + longest)
  })
  return covered
}

export function englishAlternatives(message: Token[]): Alternative[] {
  const found: Alternative[] = []
  const inPhrase = coveredBy(enSynonyms, message)
  message.forEach((_token, at) => {
    for (const entry of matches(enSynonyms, message, at)) {
      const length = entry.words.length
      if (length === 1 && inPhrase[at]) continue
      for (const other of entry.value.vi) found.push({ at, length, tokens: other, weight: foreignWeight })
      for (const other of entry.value.en) {
        if (other !== entry.words) found.push({ at, length, tokens: other, weight: synonymWeight * 0.7 })
      }
    }
    if (inPhrase[at]) return
    for (const entry of matches(dictionary, message, at)) {
      for (const meaning of entry.value) {
        found.push({ at, length: entry.words.length, tokens: meaning, weight: foreignWeight })
      }
    }
  })
  return found
}

/** For deliveries, a province also means "other provinces", a country "abroad". */
export function placeAlternatives(message: Token[], before: Token[]): Alternative[] {
  if (![...message, ...before].some(token => sending.has(token.term))) return []
  return message.flatMap((token, at) =>
    matches(placeTable, message, at)
      .filter(entry => entry.words.length > 1 || hasDiacritics(token.raw) || token.term.length > 3)
      .flatMap(entry =>
        entry.value.map(meaning => ({ at, length: entry.words.length, tokens: meaning, weight: placeWeight })),
      ),
  )
}

const sending = new Set(
  tokens('ship giao gửi vận chuyển nhận hàng hỏa tốc freeship delivery deliver shipping send mail').map(
    token => token.term,
  ),
)

const gluedTowns = new Map(
  listed(provinces).flatMap(words => {
    const glued = words.map(({ term }) => term).join('')
    return words.length > 1 && glued.length > 3 ? [[glued, words.map(({ term }) => ({ raw: term, term }))]] : []
  }),
)

/** "Sapa", "danang": split into the town's words. */
export function partedTown(token: Token): Token[] {
  return gluedTowns.get(token.raw) ?? [token]
}

export function compoundsIn(message: Token[]): { at: number; length: number }[] {
  return message.flatMap((_token, at) => {
    const [longest] = matches(compoundTable, message, at)
    return longest && longest.words.length > 1 ? [{ at, length: longest.words.length }] : []
  })
}

/** By position: in "mo cua" ("mở cửa") "cua" is not "của"; in English the towns. */
export function wordsMeant(message: Token[], language: Language): Map<number, Token> {
  const meant = new Map<number, Token>()
  const listed = (at: number): Entry<unknown>[] =>
    language === 'vi'
      ? [...matches(viSynonyms, message, at), ...matches(compoundTable, message, at)]
      : matches(provinceTable, message, at)
  message.forEach((_token, at) => {
    const [longest] = listed(at)
    if (!longest || longest.words.length < 2) return
    longest.words.forEach((word, i) => meant.set(at + i, meant.get(at + i) ?? word))
  })
  return meant
}

/** Only ask ("bao lâu", "ở đâu"); the kind of answer satisfies them. */
export function askingWords(message: Token[]): Set<number> {
  return new Set(
    message.flatMap((_token, at) => {
      const [longest] = matches(askingTable, message, at)
      return longest ? longest.words.map((_word, i) => at + i) : []
    }),
  )
}
