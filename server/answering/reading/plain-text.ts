import { remembered } from './read-once.ts'
import { cleanText, fold, hasDiacritics } from '#shared/rules/text/fold.ts'

const thousands = /(?<![\d.,])\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?!\d|[.,]\d)/gu
const millions =
  /(?<![\d.,\p{L}])(\d+(?:[.,]\d+)?) ?(?:trieu|tr|cu|million|mil)(?:(?: (ruoi)|(\d{1,3})| (\d)(?= |$)(?! ?\p{L}{1,2}(?!\p{L})))(?![\d.,])|(?![\p{L}\d]))/gu
const kilos = /(?<![\d.,\p{L}])(\d+(?:[.,]\d+)?) ?(?:k|nghin|ngan)(?:(\d{1,3}))?(?![\p{L}\d])/gu
const decimals = /(?<=\d),(?=\d{1,2}(?!\d))/gu
const metres = /(?<![\d.,\p{L}])(\d)m(\d{1,2})(?![\p{L}\d])/gu

/** "1m6" is 1600, as in price lists. */
export function lengthsInMillimetres(text: string): string {
  return text.replace(metres, (_, whole: string, part: string) =>
    String(Number(whole) * 1000 + Number(part.padEnd(3, '0'))),
  )
}

export function lengthsWithUnit(text: string): string {
  return text.replace(metres, found => `${lengthsInMillimetres(found)} mm`)
}

/** Folded, figures normalised: 1.680.000, 1tr68 and 1680k are 1680000, "1m6" is 1600, "2,5" is 2.5. */
export const plainText = remembered((text: string): string => {
  return lengthsInMillimetres(fold(cleanText(text)))
    .replace(/[–—−‑]/gu, '-')
    .replace(thousands, found => found.replace(/[.,]/gu, ''))
    .replace(millions, (_, whole: string, half?: string, glued?: string, apart?: string) =>
      String(
        Math.round(
          Number(whole.replace(',', '.')) * 1e6 + (half ? 5e5 : Number((glued ?? apart ?? '').padEnd(3, '0')) * 1e3),
        ),
      ),
    )
    .replace(kilos, (_, whole: string, rest?: string) =>
      String(Math.round(Number(whole.replace(',', '.')) * 1e3 + Number((rest ?? '').padEnd(3, '0')))),
    )
    .replace(decimals, '.')
})

const glued: Record<string, string> = {
  p: 'phut',
  ph: 'phut',
  min: 'phut',
  h: 'gio',
  g: 'gio',
  b: 'buoi',
  th: 'thang',
  ky: 'kg',
  ki: 'kg',
  kgs: 'kg',
  tieng: 'gio',
  hour: 'gio',
  hours: 'gio',
}
const piece = /\d+(?:\.\d+)?(?=\p{L}{1,5}(?![\p{L}\d]))|\d+(?:\.\d+)?|\p{L}+\d+(?:\p{L}+\d*)?(?![\p{L}])|\p{L}+/gu

/** Folded; figures by value; units normalised; "DA3" is one word. */
export const wordsIn = remembered((text: string): readonly string[] => {
  const found = plainText(text).match(piece) ?? []
  return found.map((word, at) => {
    const before = found[at - 1]
    if (/^\d/u.test(word)) return word.replace(/^0+(?=\d)/u, '')
    if (before !== undefined && /^\d/u.test(before) && glued[word]) return glued[word]
    return stem(word)
  })
})

/** Vietnamese syllables never end in s. */
function stem(word: string): string {
  return word.length > 3 && /[^s]s$/u.test(word) ? word.slice(0, -1) : word
}

const oldTone = /(?:o[áàảãạéèẻẽẹ]|(?<!q)u[ýỳỷỹỵ])$/u

/** Accented words in lower case, with the new tone placement: "hoá" and "hóa" are equal. */
export function markedWords(text: string): string[] {
  return (
    cleanText(text)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  )
    .filter(hasDiacritics)
    .map(oneSpelling)
}

export function oneSpelling(word: string): string {
  if (!oldTone.test(word)) return word
  const [vowel = '', mark = ''] = word.at(-1)!.normalize('NFD')
  return word.slice(0, -2) + (word.at(-2)! + mark).normalize('NFC') + vowel
}
