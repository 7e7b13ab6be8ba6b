import { ExtractError } from './extractor.ts'

/** Pre-Unicode Vietnamese fonts: "Gi¸ dÞch vô" (TCVN3, .VnTime) or "Giaù dòch vuï" (VNI). */
const TCVN3_FROM = '¸µ¶·¹¨¾»¼½Æ©ÊÇÈÉË®ÐÌÎÏÑªÕÒÓÔÖÝ×ØÜÞãßáâä«èåæçé¬íêëìîóïñòô\u00adøõö÷ùýúûüþ¡¢§£¤¥¦'
const TCVN3_TO = 'áàảãạăắằẳẵặâấầẩẫậđéèẻẽẹêếềểễệíìỉĩịóòỏõọôốồổỗộơớờởỡợúùủũụưứừửữựýỳỷỹỵĂÂĐÊÔƠƯ'
const tcvn3 = new Map([...TCVN3_FROM].map((from, i) => [from, [...TCVN3_TO][i] ?? from]))

/** VNI puts a mark after its letter: the mark in Unicode, and after which letters. */
const VNI_MARKS: Record<string, string> = {
  ù: '\u0301',
  ø: '\u0300',
  û: '\u0309',
  õ: '\u0303',
  ï: '\u0323',
  â: '\u0302',
  á: '\u0302\u0301',
  à: '\u0302\u0300',
  å: '\u0302\u0309',
  ã: '\u0302\u0303',
  ä: '\u0302\u0323',
  ê: '\u0306',
  é: '\u0306\u0301',
  è: '\u0306\u0300',
  ú: '\u0306\u0309',
  ü: '\u0306\u0303',
  ë: '\u0306\u0323',
}
const VNI_LETTERS: Record<string, string> = { ñ: 'đ', ö: 'ư', ô: 'ơ', í: 'í', ì: 'ì', æ: 'ỉ', ó: 'ĩ', ò: 'ị', î: 'ỵ' }
const VNI_MARKED = /([aeouyöô])([ùøûõïâáàåãäêéèúüë])|([ñöôæóòî])/giu

const UNICODE = /[ăđơưĂĐƠƯ\u1EA0-\u1EF9]/g
/** Rare next to a letter in any other text. */
const TCVN3_SIGN = /\p{L}[¸µ¶·¹¨®©ª«¬¾»¼½]|[®§]\p{L}|[¸µ¶·¹¨©ª¬]\p{L}/gu
const VNI_SIGN = /[aeouyöô][ùøûïåäâêüë]|ñ[aeiouyöô]|[öô][ùøûõï]/giu
const SYLLABLE = /^(?:ngh?|gh|gi|kh|nh|ph|qu|th|tr|ch|[bcdđghklmnprstvx])?[aeiouy]{1,3}(?:ng|nh|ch|[cmnpt])?$/
const MIN_SIGNS = 4

/**
 * Unchanged without old letters.
 * @throws `old_font` if it clearly has some that make no sense
 */
export function fromOldFonts(text: string): string {
  const words = text.split(/\s+/).length
  if (count(text, UNICODE) > words * 0.05) return text
  for (const [sign, convert] of [
    [TCVN3_SIGN, fromTcvn3],
    [VNI_SIGN, fromVni],
  ] as const) {
    const signs = count(text, sign)
    if (signs < MIN_SIGNS || signs < words * 0.1) continue
    const found = convert(text)
    if (vietnameseShare(found) < 0.85) continue
    return found
  }
  if (count(text, TCVN3_SIGN) > Math.max(MIN_SIGNS, words * 0.25)) throw new ExtractError('old_font')
  return text
}

function fromTcvn3(text: string): string {
  return text.replace(/[\u00a1-\u00fe]/g, letter => tcvn3.get(letter) ?? letter)
}

function fromVni(text: string): string {
  return text.replace(
    VNI_MARKED,
    (all: string, letter: string | undefined, mark: string | undefined, alone: string | undefined) => {
      if (alone !== undefined) return cased(VNI_LETTERS[alone.toLowerCase()] ?? alone, alone)
      const base = VNI_LETTERS[(letter ?? '').toLowerCase()] ?? (letter ?? '').toLowerCase()
      const marked = (base + (VNI_MARKS[(mark ?? '').toLowerCase()] ?? '')).normalize('NFC')
      return marked.length === 1 ? cased(marked, letter ?? '') : all
    },
  )
}

function cased(text: string, like: string): string {
  return like === like.toLowerCase() ? text : text.toUpperCase()
}

function vietnameseShare(text: string): number {
  const marked = (text.match(/\p{L}+/gu) ?? []).filter(word => word.length > 1 && /[^a-z]/i.test(word))
  const plain = (word: string): string => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const right = marked.filter(word => SYLLABLE.test(plain(word)) && toneCount(word) <= 1)
  return marked.length === 0 ? 0 : right.length / marked.length
}

function toneCount(word: string): number {
  return word.normalize('NFD').match(/[\u0300\u0301\u0303\u0309\u0323]/g)?.length ?? 0
}

function count(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0
}
