import { type RawBuilder, sql } from 'kysely'
import type { Change } from '#platform/events/changes.ts'
import type { Claims, Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { judgeRecords, type Place, showRecords } from './judge-records.ts'
import { type ListenedColumn, type ListenedTable, readableColumns, readListenedTable } from './listened-table.ts'
import type { Channel } from '../sockets/live-socket.ts'
import { conditionsOf, hasPatterns, isPattern, matchPatterns, placesOf } from './match-patterns.ts'
import type { RowSubscription } from './match-patterns.ts'
import { writeRowNews } from './row-news.ts'

export type Delivery = { change: Change; channel: Channel; ids: number[]; data: string }

type Held = {
  table: ListenedTable
  changes: Change[]
  records: string
  /** Per change: whether the old row is known. */
  hasOld: boolean[]
  wanted: RowSubscription[][]
  views: Map<string, View>
}
type View = { columns: ListenedColumn[]; records: string[]; keys: string[]; written: Map<string, string> }

/** Filters, then row rights, then column rights. One transaction for all reads, and one per listening role. */
export async function gatherNews(
  platform: Platform,
  name: string,
  changes: Change[],
  subscriptions: RowSubscription[],
): Promise<Delivery[]> {
  // Patterns are matched first, outside the transaction.
  const source = subscriptions.some(hasPatterns)
    ? await platform.db.asService(null, tx => readSource(tx, name, changes))
    : undefined
  const patterns = source && (await matchPatterns(platform, source.table, recordsOf(source), subscriptions))
  const received = subscriptions.filter(subscription => !patterns?.cut.has(subscription.channel))
  const held = await platform.db.asService(null, async tx => {
    const found = source ?? (await readSource(tx, name, changes))
    return found && received.length > 0 ? readHeld(tx, found, received, patterns?.places ?? new Map()) : undefined
  })
  for (const channel of patterns?.cut ?? []) channel.socket.close(1013, 'Your filters take too long')
  if (!held) return []
  const seen = await judge(platform, held)
  return held.changes.flatMap((change, index) => {
    const allowed = (held.wanted[index] ?? []).filter(({ channel }) => seen.get(bearerOf(channel))?.has(index + 1))
    const groups = Map.groupBy(allowed, subscription => subscription.channel)
    return [...groups].flatMap(([channel, inChannel]) =>
      [...Map.groupBy(inChannel, viewOf)].flatMap(([name_, inView]) => {
        const view = held.views.get(name_)
        if (!view) return []
        const ids = inView.map(subscription => subscription.binding.id)
        const seesOld = seen.get(bearerOf(channel))?.has(held.changes.length + index + 1) ?? false
        return { change, channel, ids, data: write(held, view, index, seesOld) }
      }),
    )
  })
}

function write({ table, changes, hasOld }: Held, view: View, index: number, seesOld: boolean): string {
  const change = changes[index]
  const place = { INSERT: undefined, UPDATE: changes.length + index, DELETE: index }[change?.type ?? 'INSERT']
  const isWhole = table.sendsOldRows && (change?.type === 'DELETE' || (hasOld[index] === true && seesOld))
  const name = `${index} ${isWhole}`
  const known = view.written.get(name)
  if (known !== undefined || !change) return known ?? '{}'
  const old = place === undefined ? undefined : isWhole ? view.records[place] : view.keys[index]
  const written = writeRowNews(change, table, view.columns, view.records[index] ?? '{}', old)
  view.written.set(name, written)
  return written
}

type Source = { table: ListenedTable; held: Change[]; rows: (StoredChange | undefined)[] }

async function readSource(tx: Tx, name: string, changes: Change[]): Promise<Source | undefined> {
  const table = await readListenedTable(tx, name)
  if (!table) return undefined
  const stored = await readStoredChanges(tx, changes)
  const held = changes.filter(change => stored.has(change.cursor))
  return held.length > 0 ? { table, held, rows: held.map(change => stored.get(change.cursor)) } : undefined
}

function recordsOf({ rows }: Source): string {
  return `[${rows.map(row => row?.record).join(',')}]`
}

async function readHeld(
  tx: Tx,
  source: Source,
  subscriptions: RowSubscription[],
  patterns: Map<string, Set<Place>>,
): Promise<Held> {
  const { table, held, rows } = source
  const hasOld = rows.map(row => typeof row?.old === 'string')
  const fits = await makeFits(tx, table, recordsOf(source), subscriptions, patterns)
  const olds = table.sendsOldRows ? rows.map(row => row?.old ?? '{}') : []
  const records = `[${[...rows.map(row => row?.record), ...olds].join(',')}]`
  const wanted = held.map((change, index) =>
    subscriptions.filter(
      subscription => ['*', change.type].includes(subscription.binding.event) && fits(subscription, index + 1),
    ),
  )
  const views = new Map<string, View>()
  for (const [view, [subscription]] of Map.groupBy(wanted.flat(), viewOf)) {
    const columns = subscription ? columnsOf(table, subscription) : []
    if (columns.length === 0) continue
    const key = columns.filter(column => table.key.includes(column.name))
    views.set(view, {
      columns,
      records: await showRecords(tx, table, records, columns),
      keys: await showRecords(tx, table, records, key),
      written: new Map(),
    })
  }
  return { table, changes: held, records, hasOld, wanted, views }
}

type StoredChange = { cursor: string; record: string; old: string | null }

async function readStoredChanges(tx: Tx, changes: Change[]): Promise<Map<string, StoredChange>> {
  const cursors = changes.map(change => change.cursor.split('-'))
  const { rows } = await sql<StoredChange>`
    select c.xid::text || '-' || c.seq as cursor, c.record::text as record, c.old_record::text as old
    from unnest(${cursors.map(([xid]) => xid)}::text[], ${cursors.map(([, seq]) => seq)}::int8[]) wanted (xid, seq)
    join realtime.changes c on c.xid = wanted.xid::xid8 and c.seq = wanted.seq
    where c.record is not null`.execute(tx)
  return new Map(rows.map(row => [row.cursor, row]))
}

async function makeFits(
  tx: Tx,
  table: ListenedTable,
  records: string,
  subscriptions: RowSubscription[],
  patterns: Map<string, Set<Place>>,
): Promise<(subscription: RowSubscription, place: Place) => boolean> {
  const conditions = conditionsOf(subscriptions, condition => !isPattern(condition))
  const ask = async <Row>(statement: RawBuilder<Row>) => (await statement.execute(tx)).rows
  const places = new Map([...patterns, ...(await placesOf(ask, table, records, conditions))])
  return ({ channel, binding }, place) =>
    binding.conditions.every(
      condition =>
        places.get(JSON.stringify(condition))?.has(place) &&
        // The token may have been renewed with another role.
        readableColumns(table, channel.claims.role).some(column => column.name === condition.column),
    )
}

async function judge(platform: Platform, { table, records, wanted }: Held): Promise<Map<string, Set<number>>> {
  const bearers = new Map(wanted.flat().map(({ channel }) => [bearerOf(channel), channel.claims]))
  const seen = new Map<string, Set<number>>()
  for (const [role, group] of Map.groupBy(bearers, ([, claims]) => claims.role)) {
    const places = await judgeRecords(
      platform,
      role,
      table,
      records,
      group.map(([, claims]) => claims),
    )
    for (const [index, [name]] of group.entries()) seen.set(name, places[index] ?? new Set())
  }
  return seen
}

function columnsOf(table: ListenedTable, { channel, binding }: RowSubscription): ListenedColumn[] {
  const readable = readableColumns(table, channel.claims.role)
  return binding.columns ? readable.filter(column => binding.columns?.includes(column.name)) : readable
}

function viewOf({ channel, binding }: RowSubscription): string {
  return JSON.stringify([channel.claims.role, binding.columns?.toSorted()])
}

const names = new WeakMap<Claims, string>()

/** Tokens that differ only in their times share one answer. */
function bearerOf({ claims }: Channel): string {
  const known = names.get(claims)
  if (known !== undefined) return known
  const { iat: _, exp: __, asked_at: ___, ...rest } = claims
  const name = JSON.stringify(rest)
  names.set(claims, name)
  return name
}
