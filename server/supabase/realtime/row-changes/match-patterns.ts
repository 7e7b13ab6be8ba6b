import type { RawBuilder } from 'kysely'
import { Failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { withinCallersTime } from '../../caller-limits.ts'
import { matchConditions, type Place } from './judge-records.ts'
import type { ListenedTable } from './listened-table.ts'
import type { Channel } from '../sockets/live-socket.ts'
import type { RowBinding } from './row-bindings.ts'
import type { Condition } from './row-filter.ts'

export type RowSubscription = { channel: Channel; binding: RowBinding }

export function isPattern({ operator }: Condition): boolean {
  return operator === 'like' || operator === 'ilike'
}

export function hasPatterns({ binding }: RowSubscription): boolean {
  return binding.conditions.some(isPattern)
}

type Ask = <Row>(statement: RawBuilder<Row>) => Promise<Row[]>

export async function placesOf(
  ask: Ask,
  table: ListenedTable,
  records: string,
  conditions: Map<string, Condition>,
): Promise<Map<string, Set<Place>>> {
  const matches = await matchConditions(ask, table, records, [...conditions.values()])
  return new Map([...conditions.keys()].map((name, index) => [name, matches[index] ?? new Set()]))
}

export function conditionsOf(
  subscriptions: RowSubscription[],
  isWanted: (condition: Condition) => boolean,
): Map<string, Condition> {
  const all = subscriptions.flatMap(subscription => subscription.binding.conditions).filter(isWanted)
  return new Map(all.map(condition => [JSON.stringify(condition), condition]))
}

/** Per caller and on the caller's time: slow patterns cut off only their own listener. */
export async function matchPatterns(
  platform: Platform,
  table: ListenedTable,
  records: string,
  subscriptions: RowSubscription[],
): Promise<{ places: Map<string, Set<Place>>; cut: Set<Channel> }> {
  const places = new Map<string, Set<Place>>()
  const cut = new Set<Channel>()
  const callers = Map.groupBy(
    subscriptions.filter(hasPatterns),
    ({ channel }) => channel.claims.sub ?? channel.socket.peer,
  )
  for (const group of callers.values()) {
    const [{ channel } = {}] = group
    if (!channel) continue
    const ask: Ask = statement =>
      withinCallersTime(platform, channel.socket.peer, channel.claims, () => platform.db.readAsService(statement))
    try {
      const found = await placesOf(ask, table, records, conditionsOf(group, isPattern))
      for (const [name, held] of found) places.set(name, held)
    } catch (error) {
      if (!(error instanceof Failure) && (error as { code?: string }).code !== '57014') throw error
      for (const subscription of group) cut.add(subscription.channel)
    }
  }
  return { places, cut }
}
