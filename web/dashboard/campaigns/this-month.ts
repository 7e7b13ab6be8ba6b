import { dayIn } from '#shared/rules/time/calendar-days.ts'

/** Of the shop's calendar, wherever the browser is. */
export function startedThisMonth<C extends { started_at: string | null }>(
  campaigns: readonly C[],
  timeZone: string,
  now: Date,
): C[] {
  const month = dayIn(timeZone, now).slice(0, 7)
  return campaigns.filter(({ started_at: at }) => at !== null && dayIn(timeZone, new Date(at)).slice(0, 7) === month)
}

/** No zone is farther than a day from UTC, and no month is longer. */
export function beforeThisMonth(now: Date): string {
  return new Date(now.getTime() - 33 * 86_400_000).toISOString()
}
