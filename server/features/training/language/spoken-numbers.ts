/** "một triệu hai" → 1200000. Only with a thousand, million or billion: "hai" and "năm" alone are too ambiguous. Lower-case input. */

const digits: Record<string, number> = {
  một: 1,
  mot: 1,
  mốt: 1,
  hai: 2,
  ba: 3,
  bốn: 4,
  bon: 4,
  tư: 4,
  năm: 5,
  nam: 5,
  lăm: 5,
  lam: 5,
  sáu: 6,
  sau: 6,
  bảy: 7,
  bẩy: 7,
  bay: 7,
  tám: 8,
  tam: 8,
  chín: 9,
  chin: 9,
}
const tens: Record<string, number> = { mươi: 10, muoi: 10, chục: 10, chuc: 10, trăm: 100, tram: 100 }
const scales: Record<string, number> = {
  nghìn: 1e3,
  nghin: 1e3,
  ngàn: 1e3,
  ngan: 1e3,
  triệu: 1e6,
  trieu: 1e6,
  củ: 1e6,
  tỷ: 1e9,
  tỉ: 1e9,
}
const smallWord = `mười|${[...Object.keys(digits), ...Object.keys(tens)].join('|')}|linh|lẻ|le`
const scaleWord = Object.keys(scales).join('|')
const half = 'rưỡi|rưởi|ruoi'
/** A single word after the last scale ("một triệu hai") counts only at the number's end. */
const ending = String.raw`(?=\s*(?:$|[^\p{L}\d\s]|(?:đồng|dong|vnđ|đ|ạ|nhé|nha|thôi|không|khong|ko|được|thì|hả|đúng|phải)(?!\p{L})))`
const spoken = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:${smallWord}) )+(?:${scaleWord})(?!\p{L})(?: (?:(?:${smallWord}) )+(?:${scaleWord})(?!\p{L}))*` +
    String.raw`(?: (?:${half})(?!\p{L})|(?: (?:${smallWord}))+(?!\p{L})${ending})?`,
  'gu',
)
const anyScale = new RegExp(`(?:${scaleWord})`)
const halfMillion = /(?<!\p{L})(?:nửa|nua) (?:triệu|trieu|củ)(?!\p{L})/gu

export function spokenNumbers(text: string): string {
  if (!anyScale.test(text)) return text
  return text.replace(halfMillion, '500000').replace(spoken, whole => String(valueOf(whole.split(' ')) ?? whole))
}

/** Null if they make no number ("mươi nghìn"). */
function valueOf(words: string[]): number | null {
  let total = 0
  let section = 0
  let digit = 0
  let scale = 0
  let rest = 0
  for (const word of words) {
    rest += 1
    if (word in digits) digit = digits[word]!
    else if (word === 'mười' || (tens[word] === 10 && !digit && !section)) section += 10
    else if (word in tens) {
      if (!digit) return null
      section += digit * tens[word]!
      digit = 0
    } else if (word in scales) {
      scale = scales[word]!
      if (section + digit === 0) return null
      total += (section + digit) * scale
      section = digit = rest = 0
    } else if (word.startsWith('r')) return total + scale / 2
  }
  if (rest === 0) return total
  // "một triệu hai" is 1,200,000, and so is "một triệu hai trăm".
  if (rest === 1 && section === 0) return total + digit * (scale / 10)
  return total + (section + digit) * (scale === 1e3 ? 1 : scale / 1e3)
}
