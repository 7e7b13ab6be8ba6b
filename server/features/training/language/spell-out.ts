import { fold, hasDiacritics } from '#shared/rules/text/fold.ts'
import type { Language } from '#shared/words.ts'
import { type Alternative, table } from './phrases.ts'
import { isSyllable } from './stem.ts'
import { type Token, tokens } from './tokens.ts'
import { abbreviations } from '../words/abbreviations.ts'

type Abbreviation = { meanings: string[]; alsoTyped: boolean }

const abbreviationTable = table(
  abbreviations
    .split(/[;\n]/)
    .filter(line => line.includes('='))
    .map(line => {
      const [key = '', meanings = ''] = line.trim().split('=')
      const alsoTyped = key.startsWith('~')
      return {
        words: tokens(alsoTyped ? key.slice(1) : key),
        value: { meanings: meanings.split('/'), alsoTyped } as Abbreviation,
      }
    }),
)

/** "ship bn v" → "ship bao nhiêu vậy"; second meanings become alternatives. */
export function expandAbbreviations(message: Token[], text: string): { tokens: Token[]; alternatives: Alternative[] } {
  const codes = new Set(text.toLowerCase().match(glued))
  const out: Token[] = []
  const alternatives: Alternative[] = []
  for (let i = 0; i < message.length;) {
    const entry = abbreviationTable.get(message[i]!.term)?.find(candidate =>
      candidate.words.every((word, at) => {
        const typed = message[i + at]
        return (
          typed !== undefined &&
          (candidate.words.length > 1 ? isTypedLike(typed, word.raw) : isShortForm(typed, word.raw)) &&
          !isUnit(typed, message[i + at - 1]) &&
          !isSize(typed, message[i + at - 1]) &&
          !isCode(typed, message[i + at + 1], codes)
        )
      }),
    )
    if (!entry) {
      out.push(message[i]!)
      i += 1
      continue
    }
    const length = entry.words.length
    const [first = '', ...others] = meantBy(entry.value, message, i)
    const meaning = tokens(first)
    const at = out.length
    if (entry.value.alsoTyped && !/^(?:[a-z]|ad)$/.test(entry.words[0]!.raw)) {
      out.push(...message.slice(i, i + length))
      alternatives.push({ at, length, tokens: meaning, weight: 1 })
    } else {
      out.push(...meaning)
    }
    for (const other of others) alternatives.push({ at, length: out.length - at, tokens: tokens(other), weight: 0.8 })
    i += length
  }
  return { tokens: out, alternatives }
}

/** "Nồi này bh mấy năm thế", "có bh không": warranty; "bh có hàng": when. */
function meantBy({ meanings }: Abbreviation, message: Token[], at: number): string[] {
  const after = message[at + 1]?.raw ?? ''
  const isWarranty =
    /^(?:bao|bn|bnh|bl|mấy|may|ko|k|không|khong|trong|\d+)$/.test(after) || message[at - 1]?.term === 'co'
  return message[at]!.raw === 'bh' && isWarranty ? meanings.toReversed() : meanings
}

/** As typed: "đi" is not "di", "the" not "thẻ"; "mụn" is a word, not a slip of "mun". */
function isShortForm(typed: Token, short: string): boolean {
  return isTypedLike(typed, short) && (typed.raw === short || !(hasDiacritics(typed.raw) && isSyllable(short)))
}

function isTypedLike({ raw }: Token, short: string): boolean {
  return raw === short || (raw.length > 2 && fold(raw) === short)
}

/** "8 km" is a distance, not "khuyến mãi"; "55 kg" not "không"; "củ" is a million only after a number. */
function isUnit({ raw }: Token, before: Token | undefined): boolean {
  if (raw === 'củ') return !/^\d/.test(before?.raw ?? '')
  return /^(?:k?m|k?g|m?l|cm|mm)$/.test(raw) && /^\d+$/.test(before?.raw ?? '')
}

/** "Size m" is a size, not "mình". */
function isSize({ raw }: Token, before: Token | undefined): boolean {
  return /^(?:[sml]|x{1,3}l)$/.test(raw) && /^(?:size|sz|saiz|cỡ|co)$/.test(before?.raw ?? '')
}

/** "Bg66" is a string for rackets, "a2" a licence: who asks when or who names no number right after it. */
function isCode({ raw }: Token, after: Token | undefined, codes: ReadonlySet<string>): boolean {
  return (/^b[gh]$/.test(raw) && /^\d{2,4}$/.test(after?.raw ?? '')) || codes.has(`${raw}${after?.raw ?? ''}`)
}

/** A letter glued to a number; "q3" and "t7" still mean a district and a day. */
const glued = /(?<![\p{L}\d])[abcdegmsvz]\d{1,3}(?![\p{L}\d])/gu

export function spelledOut(text: string, language: Language): string {
  const typed = tokens(text)
  return (language === 'vi' ? expandAbbreviations(typed, text).tokens : typed).map(token => token.raw).join(' ')
}
