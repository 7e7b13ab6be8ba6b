const english: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
}
const digits: Record<string, number> = {
  mot: 1,
  hai: 2,
  ba: 3,
  bon: 4,
  tu: 4,
  nam: 5,
  lam: 5,
  sau: 6,
  bay: 7,
  tam: 8,
  chin: 9,
  ...english,
  fifteen: 15,
}
const tens: Record<string, number> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}
const small: Record<string, number> = { muoi: 10, chuc: 10, tram: 100, hundred: 100 }
const large: Record<string, number> = {
  nghin: 1e3,
  ngan: 1e3,
  thousand: 1e3,
  trieu: 1e6,
  million: 1e6,
  ty: 1e9,
  ti: 1e9,
  billion: 1e9,
}

const any = (words: Record<string, number>): string => Object.keys(words).join('|')
const digit = `(?:${any(digits)})`
const ten = `(?:${any(tens)})`
const scale = `(?:${any(small)}|${any(large)})`
/** Must contain a scale: "muối" and "năm" alone are other words. */
const spelled = new RegExp(
  `(?<![\\p{L}\\d])(?:${digit}(?:[ -]${digit})?[ ]${scale}|${ten}|muoi (?:${digit} )?(?:${any(large)}))(?:[ -](?:and |linh |le )?(?:${digit}|${ten}|${scale}))*(?![\\p{L}\\d])`,
  'gu',
)

const units =
  'phút|giờ|tiếng|ngày|tuần|tháng|năm|lần|phần trăm|đồng|đô|minutes?|hours?|days?|weeks?|months?|years?|times|percent|dollars?|dong'
const accented: Record<string, number> = {
  một: 1,
  hai: 2,
  ba: 3,
  bốn: 4,
  năm: 5,
  sáu: 6,
  bảy: 7,
  bẩy: 7,
  tám: 8,
  chín: 9,
  mười: 10,
  ...english,
}
const counted = new RegExp(`(?<![\\p{L}\\d])(${any(accented)})(?= (?:${units})(?!\\p{L}))`, 'gu')

export function countsInWords(text: string): number[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .flatMap(word => accented[word] ?? digits[word] ?? [])
}

export function figuresBeforeUnits(text: string): string {
  return text.replace(counted, word => String(accented[word]))
}

export function figuresForWords(text: string): string {
  return text.replace(spelled, words => String(valueOf(words.split(/[ -]/))))
}

function valueOf(words: string[]): number {
  let total = 0
  let group = 0
  let last = 0
  for (const word of words) {
    if (word in large) {
      total += (group + last || 1) * large[word]!
      group = 0
      last = 0
    } else if (word in small) {
      group += (last || 1) * small[word]!
      last = 0
    } else if (word in tens) group += tens[word]!
    else last = last * (last > 0 ? 10 : 0) + (digits[word] ?? 0)
  }
  return total + group + last
}
