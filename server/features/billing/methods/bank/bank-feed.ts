export type BankMovement = {
  provider: 'sepay' | 'casso' | 'manual'
  externalId: string
  /** the account's number and its aliases */
  accounts: string[]
  direction: 'in' | 'out'
  /** đồng */
  amount: number
  content: string
  reference: string | undefined
  /** undefined if the feed does not say */
  bookedAt: Date | undefined
}

/** Vietnamese time without a zone: '2026-11-20 09:30:00', '20/11/2026 09:30'. A date alone means noon, within a day of any feed's. */
export function bankTime(text: unknown): Date | undefined {
  const [, year, month, day, dayFirst, monthThen, yearLast, time = '12:00', zone = '+07:00'] =
    /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{2})\/(\d{2})\/(\d{4}))(?:[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$/i.exec(
      String(text).trim(),
    ) ?? []
  const date = [year ?? yearLast, month ?? monthThen, day ?? dayFirst].join('-')
  const at = new Date(`${date}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** 699000 or '699000.00'; undefined if not a whole number of đồng. */
export function wholeAmount(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}
