import { plainText } from '../reading/plain-text.ts'
import type { ValueKind } from './entries.ts'

const money =
  /^(?:(?:tu|chi|chi con|con|from|only|gia|\+|~|khoang|tam|vnd|usd) ?)*[$+~]?\d+(?:\.\d+)?(?: ?- ?\d+(?:\.\d+)?)? ?(?:d|vnd|dong|usd|\$)?(?: ?(?:\/|moi|mot|per|1) ?[\p{L}\d²]+(?: \p{L}+){0,2})?(?: ?\(.*\))?\.?$/u
const marked = /\d ?(?:d|vnd|dong|usd|k)(?!\p{L})|\$ ?\d|vnd ?\d/u
const free =
  /^(?:mien phi|free|0d?|0|tang|co san|khong tinh(?: phi| tien)?|khong thu|bao gia.*|lien he.*|contact.*|khong (?:co|nhan|lam|ban|ap dung).*|-|\u2014|x|✓|co|khong)\.?$/u
const percent = /\d ?(?:%|phan tram|percent)/u
const time = /(?<!\d)\d{1,2} ?(?:h|g|:\d\d|gio)(?!\p{L})/u
const amount =
  /\d ?(?:phut|p|gio|h|tieng|ngay|tuan|thang|nam|buoi|lan|kg|g|cm|mm|m|km|ml|l|lit|nguoi|khach|anh|tam|trang|minutes?|hours?|days?|weeks?|months?|years?)(?![\p{L}\d])/u

/** "30/04 – 02/05/2026", "5/3": a day is never a price, whatever its column. */
const date = /^(?:tu |den |het |ngay )*\d{1,2}\/\d{1,2}(?:\/\d{2,4})?(?!\d)/u
export const phone = /(?<![\d.])(?:\+?84|0)(?:[ .-]?\d){8,10}(?!\d)|(?<!\d)1[89]00(?:[ .-]?\d){4,6}(?!\d)/u
const address =
  /(?<![\p{L}\d])(?:[Ll]ô |[Ss]ố )?\d{1,4}\p{L}?(?:\/\d+\p{L}?)*,? (?:đường |phố |ngõ |hẻm )?(?:\p{Lu}\p{L}+ ){1,3}?.{0,40}(?:phường|quận|huyện|xã|thị|tỉnh|thành phố|P\.|Q\.|TP|[Ss]treet|[Ww]ard|[Dd]istrict)|(?<!\p{L})đường [\p{Lu}\d]|^\d{1,4}\p{L}?(?:\/\d+)* \p{Lu}\p{L}+ \p{Lu}/u

export function kindOf(value: string, head = ''): ValueKind {
  const plain = plainText(value).trim()
  if (date.test(plain)) return 'time'
  const [first = ''] = plain.split(/[,;(]\s?|\.\s|\s-\s|\s*\p{Extended_Pictographic}/u)
  if (isMoney(first.trim(), head) && (!/^\d+$/u.test(first.trim()) || Number(first) >= 10_000)) return 'money'
  if (phone.test(plain)) return 'phone'
  if (address.test(value)) return 'place'
  if (percent.test(plain)) return 'percent'
  if (isMoney(plain, head)) return 'money'
  if (time.test(plain)) return 'time'
  if (amount.test(plain)) return 'amount'
  return 'words'
}

function isMoney(plain: string, head: string): boolean {
  if (!money.test(plain)) return false
  if (marked.test(plain)) return true
  const figures = plain.match(/\d+(?:\.\d+)?/gu) ?? []
  if (figures.some(figure => Number(figure) >= 10_000)) return true
  return /gia|phi|vnd|price|fee|tien/u.test(plainText(head)) && figures.some(figure => Number(figure) >= 30)
}

export function isValue(cell: string): boolean {
  const plain = plainText(cell).trim()
  return (
    free.test(plain) ||
    /^[\d.,+\-/~$ ]+(?:d|vnd|%|dong|usd)?$/u.test(plain) ||
    money.test(plain) ||
    (/\d/u.test(plain) && plain.length <= 24 && (percent.test(plain) || amount.test(plain) || time.test(plain)))
  )
}

export function isAddress(text: string): boolean {
  return address.test(text)
}
