import { topicsIn } from '../compiling/read-statements.ts'
import { listWords } from '../lexicon/list-words.ts'
import type { Topic } from '../lexicon/topic-words.ts'
import { amountsIn } from '../reading/amounts.ts'

const nameOfRow = /^[\s|•*#–-]*(?:\d+[.)]\s+)?(.+?)\s*(?:[|:\t…–—]|\.{2,}| - |(?<=\s)(?=\d[\d.,]{2,}))/u
const noSubject = /^(?:giá|phụ thu.*|lưu ý|thứ (?:\d|hai|ba|tư|năm|sáu|bảy))$/iu
const maxLength = 60
const besideGoods: ReadonlySet<Topic> = new Set(listWords.besideGoods)

/** What a quoted row with a price is the price of: "Gội bầu: 200.000đ" is of "Gội bầu". Fees are of nothing. */
export function subjectIn(quote: string): string | undefined {
  if (!amountsIn(quote).some(({ dimension }) => dimension === 'money')) return undefined
  if ([...topicsIn(quote)].some(topic => besideGoods.has(topic))) return undefined
  const name = (nameOfRow.exec(quote)?.[1] ?? '')
    .replaceAll(/[*_`]/gu, '')
    .trim()
    .replace(/(?:\s+(?:từ|là|giá|chỉ))+$/iu, '')
  return name.length <= maxLength && /\p{L}{2}/u.test(name) && !noSubject.test(name) ? name : undefined
}
