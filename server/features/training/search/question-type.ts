import { fold, hasDiacritics } from '#shared/rules/text/fold.ts'
import { isSyllable } from '../language/stem.ts'
import type { Wanted } from '#server/answering/judging/candidate.ts'

export type QuestionType = Wanted

// The first match wins. For folded text; order matters.
const asks: [QuestionType, RegExp][] = [
  [
    'percent',
    /phan tram|percent|\bgiam (?:bao nhieu|may|nhieu)\b|chiet khau (?:bao|may|the)|lai suat|\bhow much (?:off|discount)/,
  ],
  [
    'phone',
    /\bhotline\b|so dien thoai|phone number|(?<!\bsi )\bso x?may(?:x|\b)|so nao\b|goi (?:vao )?so|\bsdt\b|whatsapp|tong dai so/,
  ],
  [
    'money',
    /\bgia\b(?! dinh| tri| han)|bao nhieu tien\b|nhieu tien\b|may tien\b|\bhow much (?:is|are|does|do|for|would|will|to)\b|how much$|\bprices?\b|\bcosts?\b|\bfees?\b|\bphi\b(?! hanh)|het bao nhieu|ton bao nhieu|bao nhieu (?:mot|1|vay|the|a|v|shop|ban|em)\b|hoc phi|\bship (?:ve |di |toi |den |ra |vao )?.{0,14}bao nhieu/,
  ],
  // Before the hours: "mở cửa vào năm nào" asks no time of day.
  ['date', /\bnam nao|the k[iy] nao|thap k[iy] nao|thap nien nao/],
  [
    'duration',
    /bao lau|(?:may|bao nhieu) (?:ngay|thang|nam|tuan|phut|tieng|gio dong ho|buoi)(?! nao)|how long|how many (?:days|months|years|weeks|hours|minutes)|trong vong|han su dung|thoi han/,
  ],
  [
    'time',
    /may gio|may h\b|luc nao|gio nao|what time|open(?:ing)? (?:hours|time)|what are your hours|gio mo cua|gio lam viec|gio dong cua|mo cua|dong cua|\bopen\b|\bclosed?\b/,
  ],
  [
    'date',
    /khi nao|bao gio|thoi gian nao|ngay nao|\bhom nao|ngay may|\bwhen\b|what (?:year|month|day|date|century)|which (?:year|month|day|days|date|century)|in what (?:year|month)|thang nao|thang may|thu may/,
  ],
  [
    'number',
    /bao nhieu|(?<!\bxe )\bmay\b(?! (?:tinh|lanh|giat|bay|anh|khoan|say|hut|loc|nuoc|in|chu|moc|cat|ep|xay|pha|rua|bom|quat|chieu|nen)\b)|how many|how much|so luong|how far|how old|how big|how large|how tall|how high|what number|population|dan so|bao xa|bao cao|rong bao|dai bao/,
  ],
  [
    'place',
    /o dau|dia chi|cho nao|\bwhere\b|address|(?:which|what) (?:city|country|state|place|region|county|town|continent|river|area)|nuoc nao|thanh pho nao|duong nao|tinh nao|noi nao|vung nao|quoc gia nao|dau (?:vay|a|the)?$|den tu dau/,
  ],
  [
    'person',
    /\bai\b|nguoi nao|\bwho\b|\bwhom\b|\bwhose\b|ten gi|bac si nao|what (?:was|is) the name|(?:which|what) (?:person|king|president|author|scientist|leader|emperor)/,
  ],
  [
    'yes_no',
    /(?:duoc|co|phai|dung|chua|roi) (?:khong|ko|k|chua)\b|\b(?:khong|chua|ko)(?: (?:a|shop|ban|vay|em|anh|chi|ad|nhi|nha|bac si))*$|^(?:do|does|did|is|are|can|could|will|would|has|have|was|were|may|should)\b/,
  ],
]

export function surelyAsked(type: QuestionType, words: readonly { term: string }[]): 'phone' | 'time' | undefined {
  const text = words.map(({ term }) => term).join(' ')
  if (type === 'phone' && /dien thoai|hotline|sdt|phone|zalo|whatsapp|tong dai|goi so|lien he/.test(text))
    return 'phone'
  return type === 'time' && /\b(?:may gio|what time|opening hour)/.test(text) ? 'time' : undefined
}

/** As they ask; other words of the same letters do not: "quốc gia", "nam giới", "khí", "báo cáo". */
const askingWords =
  `giá phí hành tiền học hết tốn bao nhiêu lâu xa cao rộng dài một tuổi mấy năm tháng tuần ngày hôm giờ lúc khi buổi phút thứ thế kỷ kỉ thập niên
  hạn thời mở đóng cửa làm việc số lượng dân điện thoại tổng đài đâu chỗ địa chỉ tỉnh nước nơi nào vùng đường quốc thành phố ai người tên gì bác sĩ được có
  phải đúng chưa rồi không phần trăm giảm chiết khấu lãi suất nhiều`.split(/\s+/)
const foldedAsking = new Set(askingWords.map(fold))
const askingMarks = new Set(askingWords.map(marksOf))
/** These also occur without marks. */
const plainWords = new Set('gia phi nam so may tinh thu cua ngay dung thang cho dan lam hanh dai hoc'.split(' '))

/** `other` when open. `typed`: as written, before abbreviations were expanded. */
export function questionType(text: string, typed = text): QuestionType {
  const plain = fold(asMeant(text, isWrittenWithMarks(typed)))
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return asks.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'other'
}

/** Drops words that merely share an asking word's letters; undecidable without marks. */
function asMeant(text: string, isWritten: boolean): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(wholeWords, (word, at: number) => {
      const letters = fold(word)
      if (((isWritten && at > 0) || word !== letters) && englishAsking.test(letters)) return `x${letters}x`
      if (!foldedAsking.has(letters) || askingMarks.has(marksOf(word))) return word
      const mayAsk = letters === word && !(isWritten && plainWords.has(word))
      return mayAsk ? word : `x${letters}x`
    })
}

/** Wherever they are: "gía" is a slip of "giá". */
function marksOf(word: string): string {
  const marks = word.normalize('NFD').match(/[\p{M}đ]/gu) ?? []
  return fold(word) + marks.toSorted().join('')
}

const wholeWords = /\p{L}[\p{L}\p{M}]*/gu
/** In a Vietnamese sentence part of a name ("Doctor Who") or another word ("cần"). */
const englishAsking = /^(?:who|whom|whose|what|when|where|which|how|can|do|are|did|will|would|could|should)$/

/** Enough syllables have marks that the others are meant without. */
function isWrittenWithMarks(text: string): boolean {
  const syllables = (text.normalize('NFC').toLowerCase().match(wholeWords) ?? []).filter(word => isSyllable(fold(word)))
  return syllables.length > 2 && syllables.filter(hasDiacritics).length >= 0.4 * syllables.length
}

const moneyValue =
  /\d[\d.,]*\s?(?:đ(?!\p{L})|vnđ|vnd|₫|đồng|k(?!\p{L})|triệu|tr(?!\p{L})|nghìn|ngàn|usd|\$|€|£|eur)|[$£€]\s?\d|miễn phí|free|no surcharge|không thu phí|không mất phí|million|billion|dollar/iu
const clockValue = /\d{1,2}\s?(?:h|:|giờ)\s?\d{0,2}|\b\d{1,2}\s?(?:am|pm)\b|24\/7|24h|nghỉ|đóng cửa|closed|mở cửa/i
const durationValue =
  /\d+(?:[.,]\d+)?\s?(?:[–-]\s?\d+\s?)?(?:ngày|giờ|tháng|năm|tuần|phút|tiếng|buổi|day|month|year|week|hour|minute|decade|century|h\b)|(?:hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|vài|nhiều|một|two|three|four|five|six|seven|eight|nine|ten|several|few) (?:ngày|tháng|năm|tuần|days|months|years|weeks|hours|decades)|trọn đời|lifetime|vĩnh viễn|trong ngày/i
const dateValue =
  /\b(?:1[0-9]{3}|20\d\d)\b|\d{1,2}[/.]\d{1,2}|ngày|tháng|(?:thứ (?:hai|ba|tư|năm|sáu|bảy|[2-7])|chủ nhật)|mùng|thế kỷ|thập (?:kỷ|niên)|century|january|february|march|april|\bmay\b|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday/i
const numberValue =
  /\d|(?<!\p{L})(?:một|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|trăm|nghìn|triệu|tỷ|nửa|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|hundreds|thousand|thousands|million|half|dozen|several|single)(?!\p{L})/iu
const placeValue =
  /(?:đường|phố|phường|quận|huyện|tỉnh|thành phố|ngõ|hẻm|tầng|toà|tòa|khu|nước) (?:số )?[\p{Lu}\d]|tp\.|số \d|street|avenue|road|city|county|state|tại \p{Lu}|ở \p{Lu}|\b(?:in|at|near|from|to) (?:the )?[A-Z]|\d+\/\d+|(?<![\d.,])\d{1,4}[a-z]? \p{Lu}\p{L}+ \p{Lu}/u
const placeLabel = /địa chỉ|address|located|toạ lạc|tọa lạc/i
/** Prefix required: 6.500.000đ has as many digits. */
const phoneValue = /(?<![\d.,])(?:(?:\+|00)\d|\(?0\d|1[89]00)(?:[\s.()-]?\d){4,}/
const nameInside = /(?<=[\p{Ll}\p{N},;:)”"] )\p{Lu}\p{L}+/u
const namesInside = new RegExp(nameInside.source, 'gu')

/** 1 yes, 0 no, 0.5 when nothing particular is asked. */
export function typeMatch(type: QuestionType, unit: string): number {
  switch (type) {
    case 'money':
      return moneyValue.test(unit) ? 1 : 0
    case 'time':
      return clockValue.test(unit) ? 1 : 0
    case 'duration':
      return durationValue.test(unit) ? 1 : 0
    case 'date':
      return dateValue.test(unit) ? 1 : 0
    case 'percent':
      return /\d\s?%|percent|phần trăm/.test(unit) ? 1 : 0
    case 'number':
      return numberValue.test(unit) ? 1 : 0
    case 'phone':
      return phoneValue.test(unit) ? 1 : 0
    case 'place':
      return placeValue.test(unit) || placeLabel.test(unit) ? 1 : 0
    case 'person':
      return nameInside.test(unit) ? 1 : 0
    default:
      return 0.5
  }
}

export function namesIn(unit: string): string[] {
  return unit.match(namesInside) ?? []
}
