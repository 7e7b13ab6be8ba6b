import type { Currency } from './money.ts'

/**
 * An amount as somebody typed it: `342.278`, `342,278đ`, `12.5 USD`. Đồng have no decimals, so all signs part thousands; of
 * dollars a sign before one or two last digits is the decimal one.
 * @returns it in the currency's smallest coin; undefined where it is none, or nothing
 */
export function readAmount(typed: string, currency: Currency): number | undefined {
  const plain = typed.replace(/[\s₫đ$]|usd|vnd/gi, '')
  if (!/^\d[\d.,]*$/.test(plain)) return undefined
  const [, whole = '', cents = ''] =
    currency === 'USD' ? (/^(.*?)(?:[.,](\d{1,2}))?$/.exec(plain) ?? []) : ['', plain, '']
  const digits = whole.replace(/[.,]/g, '') + (currency === 'USD' ? cents.padEnd(2, '0') : '')
  const amount = Number(digits)
  return Number.isSafeInteger(amount) && amount > 0 ? amount : undefined
}

/** The amount as a field shows it for editing: grouped as in the language, without the currency's sign. */
export function amountForField(amount: number, currency: Currency, language: 'vi' | 'en'): string {
  const digits = currency === 'USD' ? 2 : 0
  return new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}
