import type { GraphRefusal } from '../graph-errors.ts'

/**
 * gap, cap: nothing more for this customer for a while; stopped, expired, region: their token is useless; warming: the campaign is not
 * ready; busy: retry later; account: a person must fix the ad account; refused: never.
 */
export type MarketingVerdict =
  | 'gap'
  | 'cap'
  | 'stopped'
  | 'expired'
  | 'region'
  | 'warming'
  | 'busy'
  | 'account'
  | 'refused'

/** Meta's error codes (Marketing Messages API, errors). */
const numbers: Record<Exclude<MarketingVerdict, 'refused'>, readonly number[]> = {
  gap: [2300035],
  cap: [2300036, 2300042, 2300043, 2300044, 2300052],
  stopped: [2300034],
  expired: [2300004, 2300005, 2300037],
  region: [2300032],
  warming: [2300012, 2300033, 2300041],
  busy: [2300055, 2300057, 2300060, 2300061, 2300062, 2300063, 2300068, 2300078, 2300079],
  account: [
    ...[2300000, 2300001, 2300002, 2300003, 2300011, 2300013, 2300014, 2300015, 2300016, 2300017, 2300019, 2300030],
    ...[2300031, 2300039, 2300040, 2300053, 2300054, 2300056, 2300058, 2300059, 2300066, 2300067, 2300069],
  ],
}
const verdicts = new Map(
  Object.entries(numbers).flatMap(([verdict, all]) => all.map(one => [one, verdict as MarketingVerdict] as const)),
)

/** undefined: not about marketing messages, and temporary */
export function judgeMarketing({ detail, class: kind }: GraphRefusal): MarketingVerdict | undefined {
  const [, code, subcode] = /^(\d+)(?:\/(\d+))?/.exec(detail) ?? []
  const known = verdicts.get(Number(code)) ?? verdicts.get(Number(subcode))
  if (known) return known
  if (kind === 'retry') return undefined
  // The ad account's own rate limit, not the page's.
  if (kind === 'rate_limited') return 'busy'
  return kind === 'reauthorize' || kind === 'page_restricted' ? 'account' : 'refused'
}
