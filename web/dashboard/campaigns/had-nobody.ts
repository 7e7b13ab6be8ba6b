import type { BroadcastCounters } from '#shared/contracts/campaigns/broadcasts.results.ts'

/** Everybody in the group is counted, also those passed over: zero means that it was empty when it was sent. */
export function hadNobody({ status, counters }: { status: string; counters: Partial<BroadcastCounters> }): boolean {
  return status === 'done' && Object.values(counters.states ?? {}).every(count => !count)
}
