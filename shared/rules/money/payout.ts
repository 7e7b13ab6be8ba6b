import { fold } from '../text/fold.ts'
import { readContactPoint } from '../contacts/contact-point.ts'

export type PayoutDetails =
  | { kind: 'bank'; bank: string; account: string; holder: string }
  | { kind: 'payoneer'; account: string; holder: string }

/** Letters occur in "nickname" accounts. undefined if it is not an account number. */
export function readAccountNumber(typed: string): string | undefined {
  const plain = typed.replace(/[\s.-]/g, '').toUpperCase()
  return /^(?=.*\d)[0-9A-Z]{6,19}$/.test(plain) ? plain : undefined
}

export function readPayoneerAddress(typed: string): string | undefined {
  const point = readContactPoint(typed)
  return point?.kind === 'email' ? point.value.toLowerCase() : undefined
}

export function endingOf(details: PayoutDetails): string {
  if (details.kind === 'bank') return details.account.slice(-4)
  const [name = '', domain = ''] = details.account.split('@')
  return `${name.slice(0, 1)}…@${domain}`
}

const companyWords = new Set([
  'cong',
  'ty',
  'tnhh',
  'cp',
  'co',
  'phan',
  'company',
  'ltd',
  'limited',
  'mtv',
  'jsc',
  'llc',
])

function wordsOf(name: string): string[] {
  return fold(name)
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '' && !companyWords.has(word))
}

/** Ignores marks, case and order, and one word may be missing ("NGUYEN THI THU HANH"), but a one-word name must match. */
export function resembles(holder: string, known: string): boolean {
  const [a, b] = [new Set(wordsOf(holder)), new Set(wordsOf(known))]
  const common = [...a].filter(word => b.has(word)).length
  if (Math.min(a.size, b.size) === 1) return common === 1 && a.size === b.size
  return common >= 2 && common >= Math.max(a.size, b.size) - 1
}
