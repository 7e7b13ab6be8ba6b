import type { FaultRule } from '../channel-faults.ts'

const policies: Record<string, FaultRule['action'] | undefined> = {
  twice: { duplicate: 2 },
  parallel: { duplicate: 30, concurrent: true },
  reversed: 'reorder',
  delayed: { delay_ms: 60_000 },
  dropped: 'drop',
  bad_signature: 'bad_signature',
}

/** @param times how many notifications; 0: all until the next reset */
export function policyRule(name: string, times: number): FaultRule[] {
  if (name === 'normal') return []
  const action = policies[name]
  if (!action) throw new Error(`No policy ${name}: normal, ${Object.keys(policies).join(', ')}.`)
  return [{ on: 'delivery', action, times }]
}
