import { refuse } from '../auth-error.ts'

const unitMs: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1, us: 0.001, µs: 0.001, ns: 0.000001 }
const maxMs = 100 * 366 * 24 * 3_600_000

/**
 * Milliseconds of a Go duration ('24h', '1h30m', '300ms'); 0 for 'none'.
 * @throws validation_failed
 */
export function banDuration(text: string): number {
  if (text === 'none') return 0
  if (!/^(\d+(\.\d+)?(h|ms|m|s|us|µs|ns))+$/.test(text) || text.length > 100) throw odd()
  let sum = 0
  for (const [, count = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s|us|µs|ns)/g)) {
    sum += Number(count) * (unitMs[unit] ?? 0)
  }
  if (sum > maxMs) throw odd()
  return Math.ceil(sum)
}

function odd() {
  return refuse('validation_failed', 'invalid format for ban duration: a duration like 24h, or none')
}
