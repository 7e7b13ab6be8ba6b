/** What a feed tells of one movement on an account, whoever tells it. */
export type BankMovement = {
  provider: 'sepay' | 'casso' | 'manual'
  externalId: string
  /** The account's number, and further ones that lead to it. */
  accounts: string[]
  direction: 'in' | 'out'
  /** Đồng. */
  amount: number
  content: string
  reference: string | undefined
  /** Undefined where it does not say: then when it is told. */
  bookedAt: Date | undefined
}

/** @returns undefined for what is no JSON */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Banks of Viet Nam tell their own time: '2026-11-20 09:30:00', '20/11/2026 09:30'; one that names its zone is read so. A day without a time is its
 * noon, which is within a day of whatever another feed says of that day. @returns undefined for no time
 */
export function bankTime(text: unknown): Date | undefined {
  const [, year, month, day, dayFirst, monthThen, yearLast, time = '12:00', zone = '+07:00'] =
    /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{2})\/(\d{2})\/(\d{4}))(?:[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$/i.exec(
      String(text).trim(),
    ) ?? []
  const date = [year ?? yearLast, month ?? monthThen, day ?? dayFirst].join('-')
  const at = new Date(`${date}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** An amount as feeds write it: 699000, '699000.00'. @returns undefined for what is no whole number of đồng */
export function wholeAmount(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}
