import { safeLookup } from '#shared/rules/text/safe-lookup.ts'
import type { Alternative } from '../language/phrases.ts'
import { tokens, type Token } from '../language/tokens.ts'

/** Money slang; the words may also be literal. */
const slangMoney: Record<string, number> = { cành: 1e3, canh: 1e3, cá: 1e3, ca: 1e3, lít: 1e5, lit: 1e5, chai: 1e6 }

const counts = { một: 1, nửa: 0.5, half: 0.5, one: 1, two: 2, hai: 2 }

/** "4h" may be a time or a duration; also years in months, weeks in days. */
export function measureAlternatives(message: Token[]): Alternative[] {
  return message.flatMap((token, at) => {
    const evening = laterToday(message, at)
    if (evening) return [evening]
    const hours = /^(\d+)h00$/.exec(token.raw)?.[1]
    if (hours) return [{ at, length: 1, tokens: tokens(`${hours} giờ`), weight: 0.8 }]
    const slang = /^\d{1,3}$/.test(token.raw) ? safeLookup(slangMoney, message[at + 1]?.raw ?? '') : undefined
    if (slang) {
      const half = /^(?:rưỡi|rưởi|ruoi)$/.test(message[at + 2]?.raw ?? '')
      const sum = String((Number(token.raw) + (half ? 0.5 : 0)) * slang)
      return [{ at, length: half ? 3 : 2, tokens: tokens(sum), weight: 0.8 }]
    }
    const count = safeLookup(counts, token.raw) ?? Number(token.raw)
    const months = /^(?:năm|nam|years?)$/.test(message[at + 1]?.raw ?? '') ? count * 12 : 0
    const days = /^(?:tuần|tuan|weeks?)$/.test(message[at + 1]?.raw ?? '') ? count * 7 : 0
    if (months > 0 && months <= 60)
      return [`${months} tháng`, `${months} months`].map(phrase => ({
        at,
        length: 2,
        tokens: tokens(phrase),
        weight: 0.8,
      }))
    if (days > 0 && days <= 60)
      return [`${days} ngày`, `${days} days`].map(phrase => ({ at, length: 2, tokens: tokens(phrase), weight: 0.8 }))
    return []
  })
}

/** "9h tối", "3 giờ chiều": 21h and 15h. */
function laterToday(message: Token[], at: number): Alternative | undefined {
  const [, hour, minutes = '00'] = /^(\d{1,2})(?:h(\d{2}))?$/.exec(message[at]!.raw) ?? []
  const inWords = /^(?:giờ|gio)$/.test(message[at + 1]?.raw ?? '')
  const isClock = message[at]!.raw.includes('h')
  const length = isClock ? 2 : 3
  const part = message[at + length - 1]?.raw ?? ''
  if (!hour || Number(hour) > 11 || (!isClock && !inWords) || !/^(?:tối|toi|chiều|chieu|đêm|dem)$/.test(part))
    return undefined
  return { at, length, tokens: tokens(`${Number(hour) + 12}h${minutes}`), weight: 0.8 }
}
