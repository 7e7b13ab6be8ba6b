import { numberFormat } from '#shared/rules/text/number-format.ts'
import type { Currency } from './money.ts'

/**
 * `342.278`, `342,278đ`, `12.5 USD`. Đồng have no decimals, so every sign separates thousands; in dollars a sign before the last one or
 * two digits is the decimal point. In the smallest coin; undefined if it is no amount or zero.
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

/** Grouped as in the language, without the currency's sign. */
export function amountForField(amount: number, currency: Currency, language: 'vi' | 'en'): string {
  const digits = currency === 'USD' ? 2 : 0
  return numberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}
