import { cleanText, fold, hasDiacritics } from './fold.ts'
import { safeLookup } from './safe-lookup.ts'
import { negativeSigns, positiveSigns, sentimentPhrases } from './sentiment-words.ts'

/** `score` from -1 to 1. */
export type Sentiment = { label: 'positive' | 'neutral' | 'negative'; score: number }

type Phrase = { words: string[]; marksNeeded: boolean; strength: number }
const phrases = new Map<string, Phrase[]>()
for (const line of sentimentPhrases.split('\n').filter(Boolean)) {
  const [strength = '0', list = ''] = line.split(/: (.*)/s)
  for (const listed of list.split(', ')) {
    const words = wordsOf(listed)
    const key = fold(words[0]!)
    const known = [
      ...(phrases.get(key) ?? []),
      { words, marksNeeded: listed.startsWith('!'), strength: Number(strength) },
    ]
    phrases.set(
      key,
      known.sort((a, b) => b.words.length - a.words.length),
    )
  }
}

const negations = new Set([
  'khong',
  'ko',
  'k',
  'kg',
  'hong',
  'khum',
  'hok',
  'chang',
  'cha',
  'dau',
  'chua',
  'not',
  'no',
  'never',
  'dont',
  'didnt',
  'isnt',
  'wasnt',
  'cant',
  'cannot',
  'without',
  'bot',
])
const intensifiers = new Set([
  'rat',
  'qua',
  'lam',
  'cuc',
  'sieu',
  'vo',
  'cung',
  'that',
  'ghe',
  'hoi',
  'very',
  'so',
  'really',
  'too',
  'extremely',
  'super',
  'absolutely',
])
const shortForms: Record<string, string> = {
  k: 'khong',
  ko: 'khong',
  kg: 'khong',
  hok: 'khong',
  khum: 'khong',
  hem: 'khong',
  dc: 'duoc',
  wa: 'qua',
  thik: 'thich',
  vs: 'voi',
  r: 'roi',
}
const asks =
  /\?|(?<!\p{L})(?:bao nhieu|the nao|nhu nao|o dau|khi nao|bao lau|may gio|loai nao|cai nao|nen|co (?:bi )?\p{L}+(?: \p{L}+){0,3} (?:khong|ko|k|hong)|duoc khong|phai khong|dung khong|hay khong|(?:khong|chua|ko)(?: (?:a|shop|ban|vay|nhi|ad|em|anh|chi|nha|nhi))*$|thi sao|neu|what|how|which|when|where|do you|can i|can you|is there|are there|does it|should i|if)(?!\p{L})/u
const reproach =
  /(?<!\p{L})(?:sao .{0,30}(?:khong|mai|chua|lau|the nay)|kieu gi|la sao|\?\?|gi (?:ma|the)|why)(?!\p{L})/u

/** A lexicon with negation, strength and punctuation; questions count less. */
export function sentimentOf(text: string): Sentiment {
  const clean = cleanText(text).toLowerCase()
  const plain = fold(clean)
  const typed = wordsOf(clean).map(
    word => (hasDiacritics(word) ? undefined : safeLookup(shortForms, fold(word))) ?? word,
  )
  const found = feelings(typed)
  for (const sign of positiveSigns) if (clean.includes(sign)) found.push(1.5)
  for (const sign of negativeSigns) if (clean.includes(sign)) found.push(-2)
  const asking = asks.test(plain) && !reproach.test(plain)
  const positive = found.filter(value => value > 0)
  const negative = found.filter(value => value < 0)
  let score = sum(positive) + sum(negative) * 1.1
  if (positive.length && negative.length && Math.max(...positive) < 2) score = sum(negative)
  if (asking) score *= Math.min(...found, 0) <= -3 ? 0.7 : 0.2
  if (/!{2,}|\?{2,}/.test(clean) && score < 0) score *= 1.3
  const bounded = Math.round(Math.tanh(score / 3) * 1000) / 1000
  return { label: score >= 1 ? 'positive' : score <= -1 ? 'negative' : 'neutral', score: bounded + 0 }
}

function feelings(typed: string[]): number[] {
  const folded = typed.map(fold)
  const found: number[] = []
  for (let at = 0; at < typed.length;) {
    const phrase = phrases
      .get(folded[at]!)
      ?.find(({ words, marksNeeded }) => words.every((word, i) => sameWord(typed[at + i], word, marksNeeded)))
    if (!phrase) {
      at += 1
      continue
    }
    const before = folded.slice(Math.max(0, at - 2), at)
    const denied = before.some(word => negations.has(word)) && phrase.words[0] !== 'không'
    const strong = [folded[at - 1], folded[at + phrase.words.length]].some(word => word && intensifiers.has(word))
      ? 1.3
      : 1
    const value = phrase.strength * strong
    found.push(!denied ? value : value > 0 ? -Math.min(2, value) : Math.min(1, -value / 2))
    at += phrase.words.length
  }
  return found
}

function sameWord(typed: string | undefined, listed: string, marksNeeded: boolean): boolean {
  if (typed === undefined) return false
  return typed === listed || (!marksNeeded && !hasDiacritics(typed) && typed === fold(listed))
}

function wordsOf(text: string): string[] {
  return text.replace(/['’]/g, '').match(/\d+\/\d+|[\p{L}\p{M}]+|\d+/gu) ?? []
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0)
}
