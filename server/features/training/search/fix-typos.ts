import { oneSlip } from '#server/answering/reading/slips.ts'
import { hasDiacritics } from '#shared/rules/text/fold.ts'
import type { Alternative } from '../language/phrases.ts'
import type { SearchIndex } from './search-index.ts'
import { isSyllable } from '../language/stem.ts'
import { isStop, mayBeStopWord } from '../language/stop-words.ts'
import { gramsOf, termOf, type Token } from '../language/tokens.ts'

const maxGuesses = 3
const slipWeight = 0.6
const slipWorth = 0.65

/** "răg" → "răng", "niacinamid" → "niacinamide", for words no passage has; added as alternatives, never replacements. */
export function fixTypos(tokens: Token[], known: (at: number) => boolean, index: SearchIndex): Alternative[] {
  const isMarkedText = tokens.some(({ raw }) => hasDiacritics(raw))
  return tokens.flatMap((token, at) => {
    const whole = wholeName(token, tokens[at + 1], index)
    if (whole && !known(at)) return [{ at, length: 1, tokens: [{ raw: whole, term: whole }], weight: 1 }]
    // Whoever types marks meant a short word without them: "hoa lan" is not "hoa lớn".
    if (isMarkedText && token.raw.length < 4 && !hasDiacritics(token.raw) && isSyllable(token.raw)) return []
    if (known(at) || isStop(token) || /\d/.test(token.term) || index.frequency(token.term) > 0) return []
    const before = tokens[at - 1]?.term
    const after = tokens[at + 1]?.term
    const fits = (term: string) =>
      (before !== undefined && index.hasPair(before, term)) || (after !== undefined && index.hasPair(term, after))
    const telex = untelex(token.raw)
    const glued = partedWords(token.term, index)
    if (glued) return [{ at, length: 1, tokens: glued, weight: slipWeight, worth: slipWorth }]
    const guesses = telex && index.frequency(termOf(telex)) > 0 ? [termOf(telex)] : nearest(token.term, index, fits)
    return guesses.map(term => ({ at, length: 1, tokens: [{ raw: term, term }], weight: slipWeight, worth: slipWorth }))
  })
}

/** Undoes leftover Telex keys: "cos" → "có", "ddaau" → "đau". */
export function untelex(raw: string): string | null {
  if (hasDiacritics(raw) || !/^[a-z]{2,8}$/.test(raw)) return null
  const plain = raw
    .replace(/dd/g, 'd')
    .replace(/([aeo])\1/g, '$1')
    .replace(/([aeouy])w/g, '$1')
    .replace(/(?<=[aeiouy][a-z]{0,2})[sfrxj]$/, '')
  return plain !== raw && /[aeiouy]/.test(plain) ? plain : null
}

/** Only small words with Telex keys ("khoong", "bao nhieeu") or teen spelling ("bjt", "thjk"). */
export function respelled(raw: string): string {
  if (hasDiacritics(raw)) return raw
  const withI = raw.replace(/^([bcdghklmnpqrstvx]{1,3})j(?=[cmnptk]|$)/, '$1i')
  if (withI !== raw && raw.length > 2) return withI
  const plain = /([aeo])\1|^dd|[aou]w/.test(raw) ? untelex(raw) : null
  return plain && mayBeStopWord(plain) ? plain : raw
}

/** "ip 12", "sam a54": only if one word has this beginning before that number. */
function wholeName({ raw, term }: Token, after: Token | undefined, index: SearchIndex): string | null {
  if (!/^[a-z]{2,4}$/.test(raw) || !after || !/\d/.test(after.raw) || index.frequency(term) > 0) return null
  const names = [...index.vocabulary()].filter(
    other => other.startsWith(term) && other.length > term.length + 1 && index.hasPair(other, after.term),
  )
  return names.length === 1 ? names[0]! : null
}

/** "bánhmì", "shipko": both words are known, or one is a small word. */
function partedWords(term: string, index: SearchIndex): Token[] | null {
  if (term.length < minGluedLength) return null
  for (let at = 2; at <= term.length - 2; at++) {
    const parts = [term.slice(0, at), term.slice(at)].map(raw => ({ raw, term: termOf(raw) }))
    const [first, second] = parts as [Token, Token]
    if (index.hasPair(first.term, second.term)) return parts
    const known = (word: Token, minCount: number) =>
      word.raw.length >= minCount && index.frequency(word.term) > 0 && !isStop(word)
    if (known(first, 4) && smallWords.has(second.raw)) return [first]
  }
  return null
}

const smallWords = new Set('ko khong hok hem hong dc duoc ha nha nhe co bn vay the nao gi oi'.split(' '))
const minGluedLength = 5

function nearest(term: string, index: SearchIndex, fits: (term: string) => boolean): string[] {
  const found: { term: string; score: number }[] = []
  for (const other of index.vocabulary()) {
    if (Math.abs(other.length - term.length) > 2 || other[0] !== term[0] || other.length < 3 || /\d/.test(other))
      continue
    const near = oneSlip(term, other)
    if (!near && (term.length < 6 || alike(term, other) < 0.5)) continue
    const fit = fits(other)
    if (term.length < 5 && !(near && fit)) continue
    found.push({ term: other, score: (near ? 2 : alike(term, other)) + Number(fit) * 2 })
  }
  return found
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .slice(0, maxGuesses)
    .map(({ term: other }) => other)
}

function alike(a: string, b: string): number {
  const left = new Set(gramsOf(a))
  const right = new Set(gramsOf(b))
  const common = [...left].filter(gram => right.has(gram)).length
  return (2 * common) / (left.size + right.size)
}
