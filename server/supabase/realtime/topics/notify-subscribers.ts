import type { Change } from '#platform/events/changes.ts'
import { outsideTransaction } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { writeRowChange } from '../sockets/frames.ts'
import { gatherNews, type Delivery } from '../row-changes/gather-news.ts'
import type { Hub } from './hub.ts'
import { allTables, makeListenedTables } from '../row-changes/listened-tables.ts'
import type { RowSubscription } from '../row-changes/match-patterns.ts'
import type { RowBinding } from '../row-changes/row-bindings.ts'

const maxAtOnce = 100
const maxWaiting = 5000
const renewMs = 20_000

export type Programs = {
  /** Await it before answering a join: every change that begins later is delivered. */
  prepare(bindings: RowBinding[]): Promise<void>
  stop(): void
}

/** `postgres_changes`: judged once for all bearers of a role; reads nothing without listeners. */
export function startPrograms(platform: Platform, hub: Hub): Programs {
  const listened = makeListenedTables(platform)
  let waiting: Change[] = []
  let working = false
  const stopListening = platform.changes.subscribe(changes => {
    if (hub.listening.size === 0) return
    const tables = new Set(tablesOf(hub))
    waiting.push(...changes.filter(({ recorded, table }) => recorded && (tables.has(table) || tables.has(allTables))))
    if (waiting.length > maxWaiting) giveUp()
    if (!working) void outsideTransaction(work)
  })
  const timer = setInterval(() => {
    outsideTransaction(() => listened.renew(tablesOf(hub))).catch((error: unknown) =>
      platform.log.error({ error }, 'Listened tables could not be renewed'),
    )
  }, renewMs)
  timer.unref()

  async function work(): Promise<void> {
    working = true
    while (waiting.length > 0) {
      const changes = waiting.slice(0, maxAtOnce)
      waiting = waiting.slice(maxAtOnce)
      try {
        await notifyChanges(platform, hub, changes)
      } catch (error) {
        platform.log.error({ error }, 'Changed rows could not be told to programs')
        giveUp()
      }
    }
    working = false
  }

  /** After lost changes clients must reconnect and reload. */
  function giveUp(): void {
    waiting = []
    for (const socket of new Set([...hub.listening].map(channel => channel.socket))) socket.close(1012, 'Come back')
  }

  return {
    prepare: bindings => listened.listen(bindings.map(binding => binding.table ?? allTables)),
    stop() {
      clearInterval(timer)
      stopListening()
    },
  }
}

function tablesOf(hub: Hub): string[] {
  return [...hub.listening].flatMap(channel => channel.rows.map(binding => binding.table ?? allTables))
}

async function notifyChanges(platform: Platform, hub: Hub, changes: Change[]): Promise<void> {
  const deliveries: Delivery[] = []
  for (const [table, tableChanges] of Map.groupBy(changes, change => change.table))
    deliveries.push(...(await gatherNews(platform, table, tableChanges, bindingsFor(hub, table))))
  const byChange = Map.groupBy(deliveries, delivery => delivery.change)
  // In the order of the changes, across tables.
  for (const change of changes) {
    for (const { channel, ids, data } of byChange.get(change) ?? [])
      // It may have left by now.
      if (hub.listening.has(channel)) channel.socket.send(writeRowChange(channel, ids, data, channel.socket.version))
  }
}

function bindingsFor(hub: Hub, table: string): RowSubscription[] {
  return [...hub.listening].flatMap(channel =>
    channel.rows
      .filter(binding => binding.table === undefined || binding.table === table)
      .map(binding => ({ channel, binding })),
  )
}
