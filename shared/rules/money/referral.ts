import type { Currency } from './money.ts'
import { splitTax } from './tax.ts'

export const referralPolicy = {
  cookieDays: 30,
  /** Basis points of the amount paid in money, without VAT. */
  firstShareBp: 2000,
  renewalShareBp: 1000,
  renewalMonths: 12,
  holdDays: 30,
  /** Basis points off the first order. */
  friendDiscountBp: 1000,
  /** Beyond this, sign-ups are held for review. */
  signUpsADay: 5,
  /** Sign-ups from the link owner's device or network are held within this time. */
  sameNetworkHours: 24,
} as const

export const withdrawalPolicy = {
  /** Minor units. */
  min: { VND: 200_000, USD: 1_000 },
  /** Above this, two operators have to approve. */
  twoAbove: { VND: 5_000_000, USD: 20_000 },
  /** With a single operator: hours between the two approvals. */
  aloneHours: 24,
  /** No payout within this time of a changed account. */
  coolDownHours: 24,
} as const satisfies { min: Record<Currency, number>; twoAbove: Record<Currency, number> } & Record<string, unknown>

/** Readable by scripts: the sign-up form shows it. */
export const referralCookie = 'ref_code'
/** Marks the link owner's browser, against self-referral. */
export const deviceCookie = 'ref_device'

/** Without 0, 1, I and O, which are easily confused. */
const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 8

/** @param bytes at least eight random bytes */
export function referralCodeOf(bytes: Uint8Array): string {
  return Array.from(bytes.slice(0, codeLength), byte => codeAlphabet[byte % codeAlphabet.length]).join('')
}

/** @returns the code in upper case; undefined if it cannot be one */
export function readReferralCode(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined
  const code = given.trim().toUpperCase()
  return /^[2-9A-HJ-NP-Z]{8}$/.test(code) ? code : undefined
}

/** The header's value for `?ref=CODE`; the last link wins. Lax, because providers and emails link back here. */
export function setReferralCookie(query: string | undefined, secure: boolean): string | undefined {
  const code = query && readReferralCode(new URLSearchParams(query).get('ref'))
  if (!code) return undefined
  const maxAge = referralPolicy.cookieDays * 86_400
  return `${referralCookie}=${code}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** `paid`: money, not credit; with VAT, in minor units. */
export function commissionOf(paid: number, taxBp: number, kind: 'first' | 'renewal') {
  const { net: base } = splitTax(Math.max(0, paid), taxBp)
  const shareBp = kind === 'first' ? referralPolicy.firstShareBp : referralPolicy.renewalShareBp
  return { base, shareBp, amount: Math.round((base * shareBp) / 10_000) }
}

export function stillEarns(firstPaidAt: Date, settledAt: Date): boolean {
  const end = new Date(firstPaidAt)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + referralPolicy.renewalMonths)
  // 29 February: the month's last day a year later.
  if (end.getUTCDate() !== day) end.setUTCDate(0)
  return settledAt < end
}

export function cookieOf(cookies: string | undefined, name: string): string | undefined {
  const pairs = (cookies ?? '').split(';').map(pair => pair.trim().split('='))
  return pairs.find(([key]) => key === name)?.[1]
}

/** Why a withdrawal was cancelled; screens and emails have a text for it. */
export const clawedBack = 'earnings_taken_back'

export function needsTwo(amount: number, currency: Currency): boolean {
  return amount > withdrawalPolicy.twoAbove[currency]
}
