import { type RawBuilder, sql } from 'kysely'
import type { SegmentCondition } from '#shared/contracts/customers/segments.contract.ts'

type Moment = Extract<SegmentCondition, { by: 'last_seen' | 'created' | 'last_reply' }>
type Since = (at: RawBuilder<unknown>) => RawBuilder<boolean>

/** Never counts as longer ago than any time. `since`: at that time or later. */
export function momentIs(
  since: Since,
  { within_days: within, over_days: over, between }: Moment,
  { now, zone }: { now: Date; zone: string },
): RawBuilder<boolean> {
  const ago = (days: number) => sql`${new Date(now.getTime() - days * 86_400_000)}::timestamptz`
  if (within !== undefined) return since(ago(within))
  if (over !== undefined) return sql<boolean>`(not ${since(ago(over))})`
  const [from, until] = between ?? [null, null]
  const begins = since(from ? sql`(${from}::date::timestamp at time zone ${zone})` : sql`'-infinity'::timestamptz`)
  if (!until) return begins
  return sql<boolean>`(${begins} and not ${since(sql`((${until}::date + 1)::timestamp at time zone ${zone})`)})`
}
