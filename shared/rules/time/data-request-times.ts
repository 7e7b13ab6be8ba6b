import type { DataRequestKind } from '../../contracts/customers/data-requests.contract.ts'
import { workingDaysAfter } from './working-days.ts'

/** Days for each kind: to look at and set right, to stop, to take away. */
export type RequestDays = { answer: number; read: number; stop: number; erase: number }

const groups: Record<DataRequestKind, 'read' | 'stop' | 'erase'> = {
  access: 'read',
  correct: 'read',
  withdraw: 'stop',
  restrict: 'stop',
  object: 'stop',
  erase: 'erase',
}

/**
 * Until when a request is answered and done, as days 'YYYY-MM-DD'. The answer has working days; what is to be done has days of the
 * calendar, which is the stricter reading.
 */
export function requestTimes(
  kind: DataRequestKind,
  cameOn: string,
  days: RequestDays,
): { answerBy: string; dueOn: string } {
  const due = new Date(`${cameOn}T00:00:00Z`)
  due.setUTCDate(due.getUTCDate() + days[groups[kind]])
  return { answerBy: workingDaysAfter(cameOn, days.answer), dueOn: due.toISOString().slice(0, 10) }
}
