import { fold } from '../text/fold.ts'
import { readContactPoint } from '../contacts/contact-point.ts'

/** A bank account in Vietnam, or an account at Payoneer. */
export type PayoutDetails =
  | { kind: 'bank'; bank: string; account: string; holder: string }
  | { kind: 'payoneer'; account: string; holder: string }

/** An account number as banks write it; letters are those of "nickname" accounts. @returns undefined where it is none */
export function readAccountNumber(typed: string): string | undefined {
  const plain = typed.replace(/[\s.-]/g, '').toUpperCase()
  return /^(?=.*\d)[0-9A-Z]{6,19}$/.test(plain) ? plain : undefined
}

export function readPayoneerAddress(typed: string): string | undefined {
  const point = readContactPoint(typed)
  return point?.kind === 'email' ? point.value.toLowerCase() : undefined
}

/** As much of an account as its owner needs to know it by: `0001`, `h…@shop.example`. */
export function endingOf(details: PayoutDetails): string {
  if (details.kind === 'bank') return details.account.slice(-4)
  const [name = '', domain = ''] = details.account.split('@')
  return `${name.slice(0, 1)}…@${domain}`
}

const ofCompanies = new Set([
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
    .filter(word => word !== '' && !ofCompanies.has(word))
}

/**
 * Whether an account's holder is whom we know: marks, case and the order of the words do not matter, and one of them may be
 * missing ("Nguyễn Thu Hạnh", "NGUYEN THI THU HANH"). A name of one word has to be whole.
 */
export function resembles(holder: string, known: string): boolean {
  const [a, b] = [new Set(wordsOf(holder)), new Set(wordsOf(known))]
  const common = [...a].filter(word => b.has(word)).length
  if (Math.min(a.size, b.size) === 0) return false
  if (Math.min(a.size, b.size) === 1) return common === 1 && a.size === b.size
  return common >= 2 && common >= Math.max(a.size, b.size) - 1
}
