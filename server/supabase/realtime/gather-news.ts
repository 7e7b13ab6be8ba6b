import { sql } from 'kysely'
import type { Change } from '#platform/changes.ts'
import type { Claims, Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'
import { judgeRecords, matchConditions, showRecords } from './judge-records.ts'
import { type ListenedColumn, type ListenedTable, readableColumns, readListenedTable } from './listened-table.ts'
import type { Channel } from './live-socket.ts'
import type { RowBinding } from './row-bindings.ts'
import { writeRowNews } from './row-news.ts'

/** One channel's wish to hear of a table. */
export type Wish = { channel: Channel; binding: RowBinding }
/** What a channel is told of a change: for these of its wishes, this. */
export type Letter = { change: Change; channel: Channel; ids: number[]; data: string }

type Held = {
  table: ListenedTable
  changes: Change[]
  /** A JSON list of the rows, one for each change; behind them those before their change, where these are told whole. */
  records: string
  /** Of each change, whether it is known what the row held before. */
  hasOld: boolean[]
  /** For each change the wishes that it fits, whoever may see it. */
  wanted: Wish[][]
  views: Map<string, View>
}
/** The rows as those see them who see these columns, and what was written of them already. */
type View = { columns: ListenedColumn[]; records: string[]; keys: string[]; written: Map<string, string> }

/**
 * Who is told what of these changes of one table: those whose wish it fits, who may see the row, and of it what they may
 * see. One transaction for all of the reading, and one more for each role that listens.
 */
export async function gatherNews(
  platform: Platform,
  name: string,
  changes: Change[],
  wishes: Wish[],
): Promise<Letter[]> {
  const held = await platform.db.asService(null, tx => readHeld(tx, name, changes, wishes))
  if (!held) return []
  const seen = await judge(platform, held)
  return held.changes.flatMap((change, index) => {
    const told = (held.wanted[index] ?? []).filter(({ channel }) => seen.get(bearerOf(channel))?.has(index + 1))
    const groups = Map.groupBy(told, wish => wish.channel)
    return [...groups].flatMap(([channel, ofChannel]) =>
      [...Map.groupBy(ofChannel, viewOf)].flatMap(([name_, ofView]) => {
        const view = held.views.get(name_)
        if (!view) return []
        const ids = ofView.map(wish => wish.binding.id)
        const seesOld = seen.get(bearerOf(channel))?.has(held.changes.length + index + 1) ?? false
        return { change, channel, ids, data: write(held, view, index, seesOld) }
      }),
    )
  })
}

function write({ table, changes, hasOld }: Held, view: View, index: number, seesOld: boolean): string {
  const change = changes[index]
  const place = { INSERT: undefined, UPDATE: changes.length + index, DELETE: index }[change?.type ?? 'INSERT']
  const isWhole = table.tellsWhole && (change?.type === 'DELETE' || (hasOld[index] === true && seesOld))
  const name = `${index} ${isWhole}`
  const known = view.written.get(name)
  if (known !== undefined || !change) return known ?? '{}'
  const old = place === undefined ? undefined : isWhole ? view.records[place] : view.keys[index]
  const written = writeRowNews(change, table, view.columns, view.records[index] ?? '{}', old)
  view.written.set(name, written)
  return written
}

async function readHeld(tx: Tx, name: string, changes: Change[], wishes: Wish[]): Promise<Held | undefined> {
  const table = await readListenedTable(tx, name)
  if (!table || wishes.length === 0) return undefined
  const kept = await readKept(tx, changes)
  const held = changes.filter(change => kept.has(change.cursor))
  if (held.length === 0) return undefined
  const rows = held.map(change => kept.get(change.cursor))
  const hasOld = rows.map(row => typeof row?.old === 'string')
  const fits = await makeFits(tx, table, `[${rows.map(row => row?.record).join(',')}]`, wishes)
  const olds = table.tellsWhole ? rows.map(row => row?.old ?? '{}') : []
  const records = `[${[...rows.map(row => row?.record), ...olds].join(',')}]`
  const wanted = held.map((change, index) =>
    wishes.filter(wish => ['*', change.type].includes(wish.binding.event) && fits(wish, index + 1)),
  )
  const views = new Map<string, View>()
  for (const [view, [wish]] of Map.groupBy(wanted.flat(), viewOf)) {
    const columns = wish ? columnsOf(table, wish) : []
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

type Kept = { cursor: string; record: string; old: string | null }

/** cursor → what the row held, and before */
async function readKept(tx: Tx, changes: Change[]): Promise<Map<string, Kept>> {
  const cursors = changes.map(change => change.cursor.split('-'))
  const { rows } = await sql<Kept>`
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
  wishes: Wish[],
): Promise<(wish: Wish, place: number) => boolean> {
  const conditions = new Map(
    wishes.flatMap(wish => wish.binding.conditions).map(condition => [JSON.stringify(condition), condition]),
  )
  const matches = await matchConditions(tx, table, records, [...conditions.values()])
  const places = new Map([...conditions.keys()].map((name, index) => [name, matches[index]]))
  return ({ channel, binding }, place) =>
    binding.conditions.every(
      condition =>
        places.get(JSON.stringify(condition))?.has(place) &&
        // A token may have been renewed with one of another role.
        readableColumns(table, channel.claims.role).some(column => column.name === condition.column),
    )
}

/** bearer → the places of the records that it may see */
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

function columnsOf(table: ListenedTable, { channel, binding }: Wish): ListenedColumn[] {
  const readable = readableColumns(table, channel.claims.role)
  return binding.columns ? readable.filter(column => binding.columns?.includes(column.name)) : readable
}

function viewOf({ channel, binding }: Wish): string {
  return JSON.stringify([channel.claims.role, binding.columns?.toSorted()])
}

const names = new WeakMap<Claims, string>()

/** Bearers that say the same of themselves see the same; only when a token was made is its own. */
function bearerOf({ claims }: Channel): string {
  const known = names.get(claims)
  if (known !== undefined) return known
  const { iat: _, exp: __, ...rest } = claims
  const name = JSON.stringify(rest)
  names.set(claims, name)
  return name
}
