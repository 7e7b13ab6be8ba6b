import type { BroadcastCounters } from '#shared/contracts/campaigns/broadcasts.results.ts'

/** Whoever is in the group is counted, also who is passed over: without a single one it was empty when it was sent. */
export function hadNobody({ status, counters }: { status: string; counters: Partial<BroadcastCounters> }): boolean {
  return status === 'done' && Object.values(counters.states ?? {}).every(count => !count)
}
