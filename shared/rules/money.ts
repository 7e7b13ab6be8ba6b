import type { Language } from '../words.ts'

export const currencies = ['VND', 'USD'] as const
export type Currency = (typeof currencies)[number]

/** Digits behind the point: amounts are whole numbers of the smallest coin. */
const minorDigits: Record<Currency, number> = { VND: 0, USD: 2 }

/**
 * An amount as people write it: `299.000đ`, `12 USD` in Vietnamese; `299,000đ`, `$12.00` in English.
 * @param amount in the currency's smallest coin
 */
export function formatMoney(amount: number, currency: Currency, language: Language): string {
  const digits = minorDigits[currency]
  const value = amount / 10 ** digits
  const even = Number.isInteger(value) && language === 'vi'
  const number = new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-US', {
    minimumFractionDigits: even ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(value)
  if (currency === 'VND') return `${number}đ`
  return language === 'vi' ? `${number} USD` : `$${number}`
}

/** The amount with a point, as programs read it: `299000`, `12.00`. */
export function plainAmount(amount: number, currency: Currency): string {
  return (amount / 10 ** minorDigits[currency]).toFixed(minorDigits[currency])
}
