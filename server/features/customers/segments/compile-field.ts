import { type RawBuilder, sql } from 'kysely'
import type { SegmentCondition } from '#shared/contracts/customers/segments.contract.ts'
import { addDays, dayIn } from '#shared/rules/time/calendar-days.ts'

type FieldCondition = Extract<SegmentCondition, { by: 'field' }>

/** A value of another type than the condition's counts as none. */
export function fieldIs(condition: FieldCondition, { now, zone }: { now: Date; zone: string }): RawBuilder<boolean> {
  const { id, known, is, contains, between, next_days: next, last_days: last } = condition
  const value = sql`(cu.fields -> ${id}::text)`
  const text = sql`(cu.fields ->> ${id}::text)`
  const kind = (name: string) => sql`jsonb_typeof(${value}) = ${name}`
  if (known !== undefined)
    return known ? sql<boolean>`(cu.fields ? ${id}::text)` : sql<boolean>`(not cu.fields ? ${id}::text)`
  if (typeof is === 'boolean') return sql<boolean>`(${value} = ${JSON.stringify(is)}::jsonb) is true`
  if (is !== undefined) return sql<boolean>`(${kind('string')} and lower(${text}) = lower(${is}::text)) is true`
  if (contains !== undefined)
    return sql<boolean>`(${kind('string')} and position(lower(${contains}::text) in lower(${text})) > 0) is true`
  if (between) {
    // The order matters, or a word would be cast to a number.
    const [min, max] = between
    const number = sql`(case when ${kind('number')} then (${text})::numeric end)`
    return sql<boolean>`(${number} >= ${min ?? -Number.MAX_VALUE}::float8 and ${number} <= ${max ?? Number.MAX_VALUE}::float8) is true`
  }
  const today = dayIn(zone, now)
  const [from, until] =
    next !== undefined
      ? [today, addDays(today, next)]
      : last !== undefined
        ? [addDays(today, -last), today]
        : (condition.dates ?? [null, null])
  return sql<boolean>`(${kind('string')} and ${text} collate "C" >= ${from ?? '0000'} and ${text} collate "C" <= ${until ?? '9999'}) is true`
}
