import type { Language } from '../../words.ts'

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

/** The same with all its digits, as papers write it, where amounts stand below one another: `29,00 USD` over `26,85 USD`. */
export function formatExactMoney(amount: number, currency: Currency, language: Language): string {
  const digits = minorDigits[currency]
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const number = new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-US', form).format(amount / 10 ** digits)
  if (currency === 'VND') return `${number}đ`
  return language === 'vi' ? `${number} USD` : `$${number}`
}

/** How many digits stand behind the point of any currency by ISO 4217. @returns undefined for what is no currency's name */
export function coinDigits(currency: string): number | undefined {
  if (!/^[A-Z]{3}$/.test(currency)) return undefined
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
}

/** An amount of any currency, for people: one that we do not sell in bears its name behind it. */
export function formatAnyMoney(amount: number, currency: string, language: Language): string {
  const known = currencies.find(one => one === currency)
  if (known) return formatMoney(amount, known, language)
  const digits = coinDigits(currency) ?? 0
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const number = new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-US', form).format(amount / 10 ** digits)
  return `${number} ${currency}`
}

/** The amount with a point, as programs read it: `299000`, `12.00`. */
export function plainAmount(amount: number, currency: Currency): string {
  return (amount / 10 ** minorDigits[currency]).toFixed(minorDigits[currency])
}
