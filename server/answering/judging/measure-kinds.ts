import { fold } from '#shared/rules/text/fold.ts'
import { amountsIn, rangesIn } from '../reading/amounts.ts'
import type { Candidate, Wanted } from './candidate.ts'

const sum =
  /\d[\d.,]*\s?(?:đ(?!\p{L})|vnđ|vnd|₫|đồng|k(?!\p{L})|triệu|tr\d*(?!\p{L})|nghìn|ngàn|usd|\$)|\d{1,3}(?:[.,]\d{3})+|(?<![\d.,])\d{4,}(?![\d.,])/giu
const clock = /\d{1,2}\s?(?:h|:|giờ|g)\s?\d{0,2}(?!\p{L})|\d{1,2}\s?(?:am|pm)/giu
const span =
  /\d+(?:[.,]\d+)?\s?(?:[–-]\s?\d+\s?)?(?:ngày|giờ|tháng|năm|tuần|phút|tiếng|buổi|days?|months?|years?|weeks?|hours?|minutes?|h(?!\p{L}))/giu
const date = /\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|(?:thứ|chủ nhật|tháng|ngày)\s?\p{L}*\d*|\b20\d\d\b/giu
const percent = /\d[\d.,]*\s?(?:%|phần trăm|percent)/giu
const phone = /(?<![\d.,])(?:(?:\+|00)\d|\(?0\d|1[89]00)(?:[\s.()-]?\d){4,}/gu
const address =
  /(?:đường|phố|phường|quận|huyện|tỉnh|thành phố|ngõ|hẻm|tầng|toà|tòa|street|road|ward|district)\s[\p{Lu}\d]|tp\.|\d+[a-z]?(?:\/\d+)?\s\p{Lu}\p{L}+\s\p{Lu}/giu
export const number = /\d+(?:[.,]\d+)*/gu
const name = /(?<=[\p{Ll}\p{N},;:)”"] )\p{Lu}\p{L}+/gu
const free = /miễn phí|free|không (?:thu|mất|tính) (?:thêm )?(?:phí|tiền)|tặng/iu

/** One answer seldom covers two questions. */
const asking =
  /(?<!\p{L})(?:bao nhiêu|nhiêu|nhiu|bn|bnhieu|bao nhieu|mấy|may|bao lâu|bao lau|ở đâu|o dau|đâu|gì|nào|sao|the nao|thế nào|khi nào|không|khong|hông|hong|ko|how (?:much|long|many)|what|which|where|when)(?!\p{L})/gu
/** "giá bao nhiêu, bảo hành mấy tháng" asks for two kinds. */
const soughtKinds: readonly (readonly [RegExp, RegExp])[] = [
  [/(?<!\p{L})(?:giá|gia|tiền|tien|phí|phi|price|cost|how much)(?!\p{L})/iu, sum],
  [/(?<!\p{L})(?:mấy giờ|may gio|mấy h|may h|what time|giờ nào|gio nao)(?!\p{L})/iu, clock],
  [
    /(?<!\p{L})(?:bao lâu|bao lau|(?:mấy|may) (?:ngày|ngay|tháng|thang|tuần|tuan|năm|nam|phút|phut)|how long|bảo hành|bao hanh)(?!\p{L})/iu,
    span,
  ],
  [/(?<!\p{L})(?:ở đâu|o dau|địa chỉ|dia chi|chỗ nào|cho nao|where|address)(?!\p{L})/iu, address],
  [/(?<!\p{L})(?:phần trăm|phan tram|percent)(?!\p{L})|%/iu, percent],
]

/** A sum is computed and not found in the text. */
const total = /(?<!\p{L})(?:tổng|tong|hết bao nhiêu|het bao nhieu|tất cả|tat ca|total|altogether|cả thảy)(?!\p{L})/iu

const patterns: Record<Wanted, RegExp | null> = {
  money: sum,
  time: clock,
  duration: span,
  date,
  place: address,
  person: name,
  phone,
  percent,
  number,
  yes_no: null,
  other: null,
}

export function measureKinds({ question, reply, rivals }: Candidate) {
  const pattern = patterns[question.wanted]
  const values = pattern ? valuesOf(pattern, reply.text) : []
  const inLine = new Set(pattern ? valuesOf(pattern, reply.line) : [])
  const sought = soughtKinds.filter(([asks]) => asks.test(question.text))
  const fresh = values.filter(value => !question.text.toLowerCase().includes(value))
  const sums = valuesOf(sum, reply.text)
  const own = new Set(valuesOf(pattern ?? number, reply.text))
  const agreeing = rivals.filter(({ text }) => valuesOf(pattern ?? number, text).some(value => own.has(value)))
  const against = rivals.filter(({ text }) => {
    const theirs = valuesOf(pattern ?? number, text)
    return theirs.length > 0 && !theirs.some(value => own.has(value))
  })
  return {
    ...Object.fromEntries(
      (['money', 'time', 'duration', 'number', 'yes_no', 'other', 'place'] as const).map(kind => [
        `wants_${kind}`,
        Number(question.wanted === kind),
      ]),
    ),
    kindsAsked: sought.length,
    kindsUnsaid: sought.filter(([, value]) => reply.text.search(value) < 0).length,
    askings: question.text.toLowerCase().match(asking)?.length ?? 0,
    asks: asksIn(question.text),
    clauses: question.text.split(seam).length,
    asksSum: Number(total.test(question.text)),
    // The price of one does not answer a question about several, unless computed.
    severalAsked: Number(question.wanted === 'money' && !/×/u.test(reply.text) && asksSeveral(question.text)),
    countedUnsaid: countMissing(question.text, reply.text),
    kindMissed: Number(
      pattern !== null && values.length === 0 && !(question.wanted === 'money' && free.test(reply.text)),
    ),
    kindValues: Math.min(8, new Set(values).size),
    kindFresh: Math.min(8, new Set(fresh).size),
    valuesBeside: Math.min(8, new Set(values.filter(value => !inLine.has(value))).size),
    sums: Math.min(8, new Set(sums).size),
    sumsNotWanted: Number(sums.length > 0 && !['money', 'number', 'other'].includes(question.wanted)),
    rivalsAgree: agreeing.length,
    rivalsAgainst: against.length,
    rivalAgainstShare: against[0]?.share ?? 0,
    rivalAgreeShare: agreeing[0]?.share ?? 0,
  }
}

/** "Gội 60 phút bao nhiêu, có gồm sấy không" asks twice. */
function asksIn(text: string): number {
  return text.split(seam).filter(part => asks.test(fold(part.toLowerCase().replaceAll('máy', ' ')))).length
}

const seam = /[,;?!]\s+|\.\s+(?=\p{Lu})|\s+(?:và|va|and|còn|rồi|roi|với lại|voi lai|&)\s+/iu
const asks =
  /(?<!\p{L})(?:bao nhieu|nhieu|nhiu|nhieu|bn|bnhieu|may|bao lau|sao|the nao|khong|ko|k|hong|hok|hem|gi|nao|dau|hay|how|what|which|where|when|who|do you|is there|are there|can i)(?!\p{L})/u

function asksSeveral(text: string): boolean {
  return amountsIn(text).some(({ dimension, value }) => value > 1 && (dimension === 'pieces' || dimension === 'people'))
}

/** "Mấy tuần", "how many litres": 1 if the reply counts none of these. */
function countMissing(question: string, reply: string): number {
  const counted = /(?<!\p{L})(?:may|bao nhieu|nhieu|how many) (\p{L}{2,})/u.exec(fold(question))?.[1]
  const asked = counted ? amountsIn(`1 ${counted}`).map(({ dimension }) => dimension) : []
  if (asked.length === 0) return 0
  const there = [...amountsIn(reply), ...rangesIn(reply)].map(({ dimension }) => dimension)
  return Number(!asked.some(dimension => there.includes(dimension)))
}

export function valuesOf(pattern: RegExp, text: string): string[] {
  return text.match(pattern)?.map(value => value.toLowerCase().replace(/\s/g, '')) ?? []
}
