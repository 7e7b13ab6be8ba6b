import { coinDigits } from '#shared/rules/money/money.ts'

/** In the currency's smallest unit: 29 → 2900, '29.00' → 2900. Undefined for unknown currencies, fractions of it, or 0. */
export function minorAmount(amount: number | string, currency: string): number | undefined {
  const places = coinDigits(currency)
  const text = String(amount)
  const [, whole, fraction = ''] = /^(\d{1,13})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (places === undefined || whole === undefined || /[1-9]/.test(fraction.slice(places))) return undefined
  const minor = Number(whole + fraction.slice(0, places).padEnd(places, '0'))
  return minor > 0 && Number.isSafeInteger(minor) ? minor : undefined
}
