import { plainText } from '../reading/plain-text.ts'

const ask =
  /(?<!\p{L})(?:bao nhieu|nhieu|nhiu|bn|bnhieu|may|bao lau|sao|the nao|khong|ko|hong|hok|how (?:much|long|many)|what|which)(?!\p{L})/u
const seam = /,\s+|;\s+|\?\s+|\s+(?=(?:và|va|còn|and|rồi)\s)/u

/** "Loại lớn bao nhiêu, bảo hành mấy năm" is two questions; other text stays with the previous one, or the first. */
export function splitAsks(text: string): string[] {
  const parts: string[] = []
  let open = ''
  for (const piece of text.split(seam)) {
    const whole = open ? `${open}, ${piece}` : piece
    if (asks(whole)) {
      parts.push(whole)
      open = ''
    } else if (parts.length > 0) parts[parts.length - 1] += `, ${piece}`
    else open = whole
  }
  return parts.length > 1 ? parts : [text]
}

/** "Máy" is not "mấy". */
function asks(text: string): boolean {
  return ask.test(plainText(text.toLowerCase().replaceAll('máy', ' ')))
}
