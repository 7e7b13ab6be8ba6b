import { connectableKinds } from '#features/channels/connections/connectable-kinds.ts'
import type { Config } from '#server/config.ts'
import type { StatusComponent } from '#shared/contracts/status/status.contract.ts'
import { dayIn } from '#shared/rules/time/calendar-days.ts'

/** Days of the status page are counted here. */
export const statusZone = 'Asia/Ho_Chi_Minh'

/** Those that this installation has. */
export function componentsOf(config: Config): StatusComponent[] {
  const connectable = connectableKinds(config)
  return [
    'web',
    'database',
    'answers',
    ...(['facebook', 'zalo'] as const).filter(kind => connectable.includes(kind)),
    ...(config.MAIL_URL ? ['mail' as const] : []),
  ]
}

const minutesOfDay = 1440

/** The current month in Vietnam: its first day, and the minutes in which a component may fail. */
export function errorBudget(config: Config, now: Date): { since: string; minutes: number } {
  const since = `${dayIn(statusZone, now).slice(0, 7)}-01`
  const days = new Date(Date.UTC(Number(since.slice(0, 4)), Number(since.slice(5, 7)), 0)).getUTCDate()
  return { since, minutes: Math.floor(days * minutesOfDay * (1 - config.STATUS_TARGET / 100)) }
}
