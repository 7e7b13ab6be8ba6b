import type { DataRequestKind } from '../../contracts/customers/data-requests.contract.ts'
import { workingDaysAfter } from './working-days.ts'

export type RequestDays = { answer: number; read: number; stop: number; erase: number }

const groups: Record<DataRequestKind, 'read' | 'stop' | 'erase'> = {
  access: 'read',
  correct: 'read',
  withdraw: 'stop',
  restrict: 'stop',
  object: 'stop',
  erase: 'erase',
}

/** 'YYYY-MM-DD'. Working days for the answer, calendar days for carrying it out, which is the stricter reading. */
export function requestTimes(
  kind: DataRequestKind,
  cameOn: string,
  days: RequestDays,
): { answerBy: string; dueOn: string } {
  const due = new Date(`${cameOn}T00:00:00Z`)
  due.setUTCDate(due.getUTCDate() + days[groups[kind]])
  return { answerBy: workingDaysAfter(cameOn, days.answer), dueOn: due.toISOString().slice(0, 10) }
}

/** Whether recording it stops messages at once: only those to a customer who is known. */
export function stopsAtOnce(kind: DataRequestKind, customerId: string | null): boolean {
  return customerId !== null && groups[kind] === 'stop'
}
