import type { Currency } from './money.ts'

const digits = ['không', 'một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín']
const steps = ['', 'nghìn', 'triệu']

/** 'Sáu trăm chín mươi chín nghìn đồng'. `amount` is in the smallest coin. */
export function amountInWords(amount: number, currency: Currency): string {
  const words = currency === 'VND' ? `${numberInWords(amount)} đồng` : dollars(amount)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function dollars(cents: number): string {
  const rest = cents % 100
  const whole = `${numberInWords((cents - rest) / 100)} đô la Mỹ`
  return rest === 0 ? whole : `${whole} ${numberInWords(rest)} xu`
}

export function numberInWords(value: number): string {
  if (value === 0) return 'không'
  const groups: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 1000)) groups.push(rest % 1000)
  const words: string[] = []
  for (let at = groups.length - 1; at >= 0; at--) {
    const group = groups[at] ?? 0
    // 'tỷ' follows every third group, even if the group before it is empty.
    const billions = at > 0 && at % 3 === 0 ? 'tỷ' : ''
    if (group > 0) words.push(groupInWords(group, at < groups.length - 1), steps[at % 3] ?? '')
    if (billions) words.push(billions)
  }
  return words.filter(Boolean).join(' ')
}

function groupInWords(group: number, behind: boolean): string {
  const hundreds = Math.floor(group / 100)
  const tens = Math.floor(group / 10) % 10
  const units = group % 10
  const words: string[] = []
  if (hundreds > 0 || behind) words.push(`${digits[hundreds]} trăm`)
  if (tens === 0 && units > 0 && words.length > 0) words.push('linh')
  if (tens === 1) words.push('mười')
  if (tens > 1) words.push(`${digits[tens]} mươi`)
  if (units > 0) words.push(unitInWords(units, tens))
  return words.join(' ')
}

function unitInWords(unit: number, tens: number): string {
  if (unit === 1 && tens > 1) return 'mốt'
  if (unit === 4 && tens > 1) return 'tư'
  if (unit === 5 && tens > 0) return 'lăm'
  return digits[unit] ?? ''
}
