import type { Currency } from './money.ts'
import { splitTax } from './tax.ts'

// The referral programme's numbers: screens, pages and decisions take them from here, so that they cannot disagree.

export const referralPolicy = {
  /** How long a browser remembers by whose link it came; the last link wins. */
  cookieDays: 30,
  /** Of what was paid with money, without VAT, in hundredths of a percent: of the first order, of later ones. */
  firstShareBp: 2000,
  renewalShareBp: 1000,
  /** From the first paid order: later ones earn so long. */
  renewalMonths: 12,
  /** Earnings wait as long as the payment may be asked back. */
  holdDays: 30,
  /** Off the first order of who was referred. */
  friendDiscountBp: 1000,
  /** More sign-ups a day by one link are looked at by a person. */
  signUpsADay: 5,
  /** Who signs up from the device or network of the link's owner within so long is looked at, too. */
  sameNetworkHours: 24,
} as const

export const withdrawalPolicy = {
  /** In the currency's smallest coin. */
  least: { VND: 200_000, USD: 1_000 },
  /** Above this two operators approve. */
  twoAbove: { VND: 5_000_000, USD: 20_000 },
  /** Where there is only one operator, so long after the first approval the second may be his. */
  aloneHours: 24,
  /** After another account was named, nothing is paid out so long. */
  coolDownHours: 24,
} as const satisfies { least: Record<Currency, number>; twoAbove: Record<Currency, number> } & Record<string, unknown>

/** What a browser keeps of the link by which it came; scripts may read it, for the form shows it. */
export const referralCookie = 'ref_code'
/** By what a browser is known again in which somebody looks at his own link: nobody refers himself from there. */
export const deviceCookie = 'ref_device'

/** Letters and digits of a code that nobody reads for another: without 0, 1, I and O. */
const codeLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 8

/** @param bytes random ones, at least eight */
export function referralCodeOf(bytes: Uint8Array): string {
  return Array.from(bytes.slice(0, codeLength), byte => codeLetters[byte % codeLetters.length]).join('')
}

/** What somebody typed, or a link carried, as a code. @returns undefined where it cannot be one */
export function readReferralCode(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined
  const code = given.trim().toUpperCase()
  return /^[2-9A-HJ-NP-Z]{8}$/.test(code) ? code : undefined
}

/**
 * What an order earns for who sent its buyer.
 * @param paid with its VAT, in the currency's smallest coin: what money paid of it, not credit
 */
export function commissionOf(paid: number, taxBp: number, kind: 'first' | 'renewal') {
  const { net: base } = splitTax(Math.max(0, paid), taxBp)
  const shareBp = kind === 'first' ? referralPolicy.firstShareBp : referralPolicy.renewalShareBp
  return { base, shareBp, amount: Math.round((base * shareBp) / 10_000) }
}

/** Whether an order settled now still earns: twelve months from the first paid one. */
export function stillEarns(firstPaidAt: Date, settledAt: Date): boolean {
  const end = new Date(firstPaidAt)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + referralPolicy.renewalMonths)
  // 29 February has no day a year later: the month's last one is meant.
  if (end.getUTCDate() !== day) end.setUTCDate(0)
  return settledAt < end
}

/** The value of a cookie in a browser's list of them: `a=1; b=2`. */
export function cookieOf(cookies: string | undefined, name: string): string | undefined {
  const pairs = (cookies ?? '').split(';').map(pair => pair.trim().split('='))
  return pairs.find(([key]) => key === name)?.[1]
}

/** The reason at a withdrawal that went back because its earnings were taken back; screens and letters put it into words. */
export const clawedBack = 'earnings_taken_back'

/** Whether money leaves only with two approvals. */
export function needsTwo(amount: number, currency: Currency): boolean {
  return amount > withdrawalPolicy.twoAbove[currency]
}
