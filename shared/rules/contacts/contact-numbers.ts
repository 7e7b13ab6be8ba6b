import { safeLookup } from '../text/safe-lookup.ts'

/** Prices, codes, dates and service numbers (1800, 1900) are excluded. */
export type NumberKind = 'phone' | 'landline' | 'bank' | 'id' | 'card'
export type FoundNumber = { kind: NumberKind; value: string; start: number; end: number }

const mobile = new Set(
  `032 033 034 035 036 037 038 039 052 055 056 058 059 070 076 077 078 079 081 082 083 084 085 086 087 088 089 090 091 092 093
  094 096 097 098 099`.split(/\s+/),
)
// Eleven-digit mobile prefixes before 2018, and today's.
const renumbered: Record<string, string> = {
  '0162': '032',
  '0163': '033',
  '0164': '034',
  '0165': '035',
  '0166': '036',
  '0167': '037',
  '0168': '038',
  '0169': '039',
  '0120': '070',
  '0121': '079',
  '0122': '077',
  '0126': '076',
  '0128': '078',
  '0123': '083',
  '0124': '084',
  '0125': '085',
  '0127': '081',
  '0129': '082',
  '0186': '056',
  '0188': '058',
  '0199': '059',
}
const landline = /^02(?:0[3-9]|1[0-689]|2[0-25-9]|3[2-9]|[48]\d|5[124-9]|6[0-39]|7[0-7]|9[0-4679])\d{6,7}$/
const serviceNumber = /^1[89]00\d{4,6}$/

const bankWord = String.raw`stk|số tài khoản|so tai khoan|tài khoản|tai khoan|tk|account|acc|iban|vcb|vietcombank|techcombank|tcb|mb ?bank|mb|bidv|agribank|acb|vpbank|tpbank|sacombank|vietinbank|vib|hdbank|ocb|shb|msb|eximbank|seabank|scb|ngân hàng|ngan hang|bank`
const bankBefore = new RegExp(String.raw`(?<!\p{L})(?:${bankWord})(?!\p{L})[^\d\n]{0,24}$`, 'iu')
const bankAfter = new RegExp(
  String.raw`^[\s,.:()-]{0,4}(?:tại |tai |ngân hàng |ngan hang |at )?(?:${bankWord})(?!\p{L})`,
  'iu',
)
const bankAccount =
  /(?<!\p{L})(?:stk|số tài khoản|so tai khoan|tài khoản|tai khoan|tk|account)(?!\p{L})[^\d\n]{0,24}$/iu
const wallet = /(?<!\p{L})(?:momo|zalo ?pay|viettel ?pay|vnpay|zalo)(?!\p{L})[^\d\n]{0,16}$/iu
const identityBefore =
  /(?<!\p{L})(?:cccd|cmnd|cmt|căn cước|can cuoc|chứng minh|chung minh|id card|citizen id|identity)[^\d\n]{0,20}$/iu
const passport = /(?:passport|hộ chiếu|ho chieu)[^\d\n]{0,16}?(?<!\p{L})(\p{Lu}\d{7,8})(?![\p{L}\d])/giu
const codeBefore =
  /(?:mã|ma|code|đơn|don|hàng|hang|order|vận đơn|van don|bưu|mst|thuế|thue|sku|model|serial|imei|hợp đồng|hop dong|hoá đơn|hóa đơn|hoa don|invoice|tracking|#)\s*(?:số|so|no\.?|number|là|la|của em|cua em)?\s*[:.#-]?\s*$/iu
const phoneWord =
  /(?<!\p{L})(?:sđt|sdt|đt|dt|tel|phone|mobile|zalo|whatsapp|viber|hotline|điện thoại|dien thoai|liên hệ|lien he|gọi|goi|call|số em|so em|số mình|so minh|số anh|số chị)[^\d\n]{0,14}$/iu
const unitAfter =
  /^\s?(?:đ|₫|vnđ|vnd|k|usd|\$|%|triệu|trieu|tr|nghìn|ngàn|g|gr|kg|ml|l|mah|w|mm|cm|m2|gb|tb)(?!\p{L})/iu

const digitNames: Record<string, string> = {
  không: '0',
  khong: '0',
  zero: '0',
  oh: '0',
  một: '1',
  mot: '1',
  mốt: '1',
  one: '1',
  hai: '2',
  two: '2',
  ba: '3',
  three: '3',
  bốn: '4',
  bon: '4',
  tư: '4',
  tu: '4',
  four: '4',
  năm: '5',
  nam: '5',
  lăm: '5',
  five: '5',
  sáu: '6',
  sau: '6',
  six: '6',
  bảy: '7',
  bẩy: '7',
  bay: '7',
  seven: '7',
  tám: '8',
  tam: '8',
  eight: '8',
  chín: '9',
  chin: '9',
  nine: '9',
}
const spelled = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:${Object.keys(digitNames).join('|')}|\d)[\s,.-]*){9,12}(?![\p{L}\d])`,
  'giu',
)
const run = /(?:\(?\+\s?)?\(?(?:\d|(?<!\p{L})[oO](?=[\s.]?\d))[\d\s.\-()oO·]{5,24}[\doO]/gu

/** `text` has plain spaces already. `taken` marks the parts that are something else; numbers found here are marked in it. */
export function findNumbers(text: string, taken: Uint8Array): FoundNumber[] {
  const found: FoundNumber[] = []
  const free = (start: number, end: number) => !taken.subarray(start, end).includes(1)
  const addFound = (one: FoundNumber) => {
    found.push(one)
    taken.fill(1, one.start, one.end)
  }
  for (const match of text.matchAll(passport)) {
    const start = match.index + match[0].length - match[1]!.length
    const end = start + match[1]!.length
    if (free(start, end)) addFound({ kind: 'id', value: match[1]!.toUpperCase(), start, end })
  }
  for (const match of text.matchAll(spelled)) {
    const names = match[0].toLowerCase().match(/\p{L}+|\d/gu) ?? []
    const digits = names.map(name => safeLookup(digitNames, name) ?? name).join('')
    const phone = names.some(name => safeLookup(digitNames, name)) ? phoneOf(digits, false) : null
    const end = match.index + match[0].trimEnd().replace(/[,.-]+$/, '').length
    if (phone && free(match.index, end)) addFound({ ...phone, start: match.index, end })
  }
  for (const match of text.matchAll(run)) {
    for (const [start, end] of numberRuns(text, match.index, match.index + match[0].length)) {
      const one = free(start, end) ? classify(text, start, end) : null
      if (one) addFound(one)
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** A run of digits may be two numbers ("0912345678 0987654321"), or end in a word's letter. */
function numberRuns(text: string, from: number, to: number): [number, number][] {
  const before = text[from - 1] ?? ''
  const start = from
  if (
    /\p{L}/u.test(before) &&
    !/(?:sđt|sdt|tel|zalo|phone|số|so|đt|dt)$/iu.test(text.slice(Math.max(0, from - 5), from))
  )
    return []
  let end = to
  while (
    end > start &&
    /[oO\s.\-(·]/.test(text[end - 1]!) &&
    !(/[oO]/.test(text[end - 1]!) && /\d/.test(text[end - 2] ?? ''))
  )
    end -= 1
  const slice = text.slice(start, end)
  const two = /^(\+?\d[\d.\-() ]*\d)\s*(?:-|\s)\s*((?:0|\+84)\d[\d.\-() ]*\d)$/.exec(slice)
  if (
    two &&
    phoneOf(digitsOf(two[1]!), two[1]!.startsWith('+')) &&
    phoneOf(digitsOf(two[2]!), two[2]!.startsWith('+'))
  ) {
    return [
      [start, start + two[1]!.length],
      [end - two[2]!.length, end],
    ]
  }
  return [[start, end]]
}

function classify(text: string, start: number, end: number): FoundNumber | null {
  const raw = text.slice(start, end)
  const before = text.slice(Math.max(0, start - 40), start)
  const after = text.slice(end, end + 30)
  const digits = digitsOf(raw)
  const plus = /^\(?\+/.test(raw)
  if (unitAfter.test(after) || serviceNumber.test(digits)) return null
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(raw) && !raw.startsWith('0')) return null
  if (/^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/.test(raw) || /^(?:(?:19|20)\d\d[\s,-]*){2,}$/.test(raw)) return null
  const at = { start, end }
  if (identityBefore.test(before) && (digits.length === 12 || digits.length === 9))
    return { kind: 'id', value: digits, ...at }
  const phone = phoneOf(digits, plus)
  const inBank = bankAccount.test(before) || (bankBefore.test(before) && !phone) || (bankAfter.test(after) && !phone)
  if (inBank && !wallet.test(before) && digits.length >= 6 && digits.length <= 19)
    return { kind: 'bank', value: digits, ...at }
  if (codeBefore.test(before) && !phoneWord.test(before)) return null
  if (phone) return { ...phone, ...at }
  if (/^\d{9}$/.test(digits) && phoneWord.test(before) && mobile.has(`0${digits.slice(0, 2)}`))
    return { kind: 'phone', value: `+84${digits}`, ...at }
  if (/^\(0[48]\)/.test(raw) || /^04\d{8}$/.test(digits)) {
    const now = `02${digits.slice(1)}`
    if (landline.test(now)) return { kind: 'landline', value: `+84${now.slice(1)}`, ...at }
  }
  if (digits.length >= 13 && digits.length <= 19 && /^(?:[3-6]|9704)/.test(digits) && passesLuhn(digits))
    return { kind: 'card', value: digits, ...at }
  if (/^0(?:0[1-9]|[1-8]\d|9[0-6])[0-3]\d{8}$/.test(digits) && digits.length === 12)
    return { kind: 'id', value: digits, ...at }
  if (plus && /^[1-9]\d{8,14}$/.test(digits) && !digits.startsWith('84'))
    return { kind: 'phone', value: `+${digits}`, ...at }
  return null
}

function phoneOf(digits: string, plus: boolean): { kind: 'phone' | 'landline'; value: string } | null {
  let national = digits
  if (/^00840?\d{9,10}$/.test(digits)) national = `0${digits.slice(4).replace(/^0/, '')}`
  else if (digits.startsWith('84') && (plus || /^840?\d{9}$/.test(digits)))
    national = `0${digits.slice(2).replace(/^0/, '')}`
  else if (plus) return null
  if (national.length === 10 && mobile.has(national.slice(0, 3)))
    return { kind: 'phone', value: `+84${national.slice(1)}` }
  const prefix = renumbered[national.slice(0, 4)]
  if (national.length === 11 && prefix) return { kind: 'phone', value: `+84${prefix.slice(1)}${national.slice(4)}` }
  if (landline.test(national)) return { kind: 'landline', value: `+84${national.slice(1)}` }
  return null
}

function digitsOf(raw: string): string {
  return raw.replace(/[oO]/g, '0').replace(/\D/g, '')
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const value = Number(digits[digits.length - 1 - i]) * (i % 2 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
