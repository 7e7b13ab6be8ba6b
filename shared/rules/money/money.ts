import { numberFormat } from '#shared/rules/text/number-format.ts'
import type { Language } from '../../words.ts'

export const currencies = ['VND', 'USD'] as const
export type Currency = (typeof currencies)[number]

/** Amounts are whole numbers of the smallest coin. */
const minorDigits: Record<Currency, number> = { VND: 0, USD: 2 }

/** `299.000đ`, `12 USD` in Vietnamese; `299,000đ`, `$12.00` in English. `amount` is in the smallest coin. */
export function formatMoney(amount: number, currency: Currency, language: Language): string {
  const digits = minorDigits[currency]
  const value = amount / 10 ** digits
  const even = Number.isInteger(value) && language === 'vi'
  const number = numberFormat(language, {
    minimumFractionDigits: even ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(value)
  if (currency === 'VND') return `${number}đ`
  return language === 'vi' ? `${number} USD` : `$${number}`
}

/** With all digits, so that amounts align on documents: `29,00 USD` over `26,85 USD`. */
export function formatExactMoney(amount: number, currency: Currency, language: Language): string {
  const digits = minorDigits[currency]
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const number = numberFormat(language, form).format(amount / 10 ** digits)
  if (currency === 'VND') return `${number}đ`
  return language === 'vi' ? `${number} USD` : `$${number}`
}

/** Decimals by ISO 4217; undefined if it is not a currency. */
export function coinDigits(currency: string): number | undefined {
  if (!/^[A-Z]{3}$/.test(currency)) return undefined
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
}

/** A currency that we do not sell in is named after the amount. */
export function formatAnyMoney(amount: number, currency: string, language: Language): string {
  const known = currencies.find(one => one === currency)
  if (known) return formatMoney(amount, known, language)
  const digits = coinDigits(currency) ?? 0
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const number = numberFormat(language, form).format(amount / 10 ** digits)
  return `${number} ${currency}`
}

/** For programs: `299000`, `12.00`. */
export function plainAmount(amount: number, currency: Currency): string {
  return (amount / 10 ** minorDigits[currency]).toFixed(minorDigits[currency])
}
