import { type RawBuilder, sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { ListedConversation } from '../conversations/listed-conversation.ts'
import { hasApart, hasTogether, placesOfWords, type SearchTerms } from './search-terms.ts'

const scanned = 150
/** Scanned if they promise to fill the page or are all there are. */
const maxScanned = 1200
/** Matches in the first scan that promise a full page. */
const often = 8
/** Up to this many matches a word is rare and its conversations are looked up one by one. */
const few = 1000
/** Matches kept in memory while walking the list. */
const maxRemembered = 60_000

type Place = { workspaceId: string; filters: RawBuilder<unknown>[]; limit: number }
type Scan = { together: ListedConversation[]; apart: ListedConversation[]; all: boolean; counts: number[] }
type Condition = {
  holds: RawBuilder<boolean>
  clue: string
}
type Found = { rows: ListedConversation[]; all: boolean }
type Judged = ListedConversation & { together: boolean; apart: boolean | null }
/** A row that an outer join may have left empty. */
type Padded<R> = { [K in keyof R]: R[K] | null }

const newestFirst = sql`order by c.last_message_at desc, c.id desc`

export async function findTogether(
  platform: Platform,
  place: Place,
  sought: SearchTerms,
  scan: Scan,
): Promise<ListedConversation[]> {
  return findPage(
    platform,
    place,
    { rows: scan.together, all: scan.all },
    { holds: hasTogether(sought), clue: sought.all },
  )
}

export async function findApart(
  platform: Platform,
  place: Place,
  sought: SearchTerms,
  scan: Scan,
): Promise<ListedConversation[]> {
  if (sought.each.length === 0) return []
  const clue = rarestOf(sought.each, scan.counts)
  return findPage(platform, place, { rows: scan.apart, all: scan.all }, { holds: hasApart(sought), clue })
}

function rarestOf(each: string[], counts: number[]): string {
  const known = each.map((word, at) => ({ word, count: counts[at] ?? 0 }))
  known.sort((a, b) => a.count - b.count || b.word.length - a.word.length)
  return known[0]?.word ?? ''
}

export async function scanNewest(platform: Platform, place: Place, sought: SearchTerms): Promise<Scan> {
  const { each } = sought
  if (each.length === 0) {
    const { rows, all } = await walk(platform, place, hasTogether(sought), scanned)
    return { together: rows, apart: [], all, counts: [] }
  }
  const somewhere = each.map(word => sql`coalesce(bool_or(place.words @@ ${word}::tsquery), false)`)
  const counts = each.map((_, at) => sql`count(*) filter (where had[${at + 1}])::int`)
  const found = await platform.db.readAsService(sql<
    Padded<Judged & { had: boolean[] }> & { seen: number; counts: number[] }
  >`
    with judged as materialized (select c.*, h.together, h.had, not h.together and true = all (h.had) as apart
      from (select c.* from conversations c where ${inPlace(place)} ${newestFirst} limit ${scanned}) c, lateral (
        select array[${sql.join(somewhere)}] as had, coalesce(bool_or(place.words @@ ${sought.all}::tsquery), false) as together
        from ${placesOfWords}) h)
    select c.*, known.seen, known.counts from (select count(*)::int as seen, array[${sql.join(counts)}] as counts from judged) known
      left join (select * from judged where together or apart) c on true ${newestFirst}`)
  const rows = found.flatMap(({ seen: _, counts: __, ...row }) => (row.id === null ? [] : [row as Judged]))
  return {
    together: rows.filter(row => row.together).map(plain),
    apart: rows.filter(row => row.apart).map(plain),
    all: (found[0]?.seen ?? 0) < scanned,
    counts: found[0]?.counts ?? [],
  }
}

function plain({ together: _, apart: __, ...row }: Judged & { had?: boolean[] }): ListedConversation {
  delete row.had
  return row as ListedConversation
}

/** Walking the list is fast for common words, the index for rare ones; a scan of the newest decides. */
async function findPage(
  platform: Platform,
  place: Place,
  near: Found,
  condition: Condition,
): Promise<ListedConversation[]> {
  const { limit } = place
  if (near.all || near.rows.length >= limit) return near.rows.slice(0, limit)
  if (near.rows.length >= often) {
    const steps = Math.ceil((1.5 * scanned * limit) / near.rows.length)
    const far = await walk(platform, place, condition.holds, Math.min(steps, maxScanned))
    if (far.all || far.rows.length >= limit) return far.rows
  }
  const rare = await searchIndex(platform, place, condition)
  if (rare) return rare
  const few = await walk(platform, place, condition.holds, maxScanned)
  return few.all || few.rows.length >= limit ? few.rows : sift(platform, place, condition)
}

function inPlace({ filters }: Place): RawBuilder<unknown> {
  return sql.join(filters, sql` and `)
}

async function walk(platform: Platform, place: Place, holds: RawBuilder<boolean>, steps: number): Promise<Found> {
  const found = await platform.db.readAsService(sql<Padded<ListedConversation> & { seen: number }>`
    with newest as materialized (select c.* from conversations c where ${inPlace(place)} ${newestFirst} limit ${steps})
    select c.*, known.seen from (select count(*)::int as seen from newest) known
      left join (select c.* from newest c where ${holds} ${newestFirst} limit ${place.limit}) c on true ${newestFirst}`)
  return { rows: rowsOf(found), all: (found[0]?.seen ?? 0) < steps }
}

/** Drops the row that only carries the count. */
function rowsOf(found: (Padded<ListedConversation> & { seen: number })[]): ListedConversation[] {
  return found.flatMap(({ seen: _, ...row }) => (row.id === null ? [] : [row as ListedConversation]))
}

/** `known.seen` counts before the cap. Materialised, or the planner would read everybody's words. */
function placesOf(workspaceId: string, clue: string, max: number): RawBuilder<unknown> {
  return sql`all_said as materialized (select w.conversation_id as id from private.message_words w
      where w.workspace_id = ${workspaceId} and w.words @@ ${clue}::tsquery),
    all_named as materialized (select w.contact_id as id from private.contact_words w
      where w.workspace_id = ${workspaceId} and w.words @@ ${clue}::tsquery),
    said as materialized (select id from all_said limit ${max}), named as materialized (select id from all_named limit ${max}),
    known as materialized (select greatest((select count(*) from said), (select count(*) from named))::int as seen)`
}

/** undefined: too many matches. Arrays make the planner expect few rows and use the conversations' index. */
async function searchIndex(
  platform: Platform,
  place: Place,
  { holds, clue }: Condition,
): Promise<ListedConversation[] | undefined> {
  const { workspaceId, limit } = place
  const found = await platform.db.readAsService(sql<Padded<ListedConversation> & { seen: number }>`
    with ${placesOf(workspaceId, clue, few + 1)},
      found as materialized (select c.* from conversations c where (select seen from known) <= ${few} and c.workspace_id = ${workspaceId}
        and (c.id = any (array(select id from said)) or c.contact_id = any (array(select id from named))))
    select c.*, known.seen from known
      left join (select c.* from found c where ${inPlace(place)} and ${holds} ${newestFirst} limit ${limit}) c on true ${newestFirst}`)
  return (found[0]?.seen ?? 0) <= few ? rowsOf(found) : undefined
}

/** Walks the list with the word's matches in memory; for one too common to hold, each conversation is checked. */
async function sift(platform: Platform, place: Place, { holds, clue }: Condition): Promise<ListedConversation[]> {
  const { workspaceId, limit } = place
  const found = await platform.db.readAsService(sql<Padded<ListedConversation> & { seen: number }>`
    with ${placesOf(workspaceId, clue, maxRemembered)}
    select c.*, known.seen from known
      left join (select c.* from (select c.* from conversations c where ${inPlace(place)}
        and (c.id in (select id from said) or c.contact_id in (select id from named)) ${newestFirst} offset 0) c
      where ${holds} ${newestFirst} limit ${limit}) c on true ${newestFirst}`)
  if ((found[0]?.seen ?? 0) < maxRemembered) return rowsOf(found)
  return platform.db.readAsService(
    sql<ListedConversation>`select c.* from conversations c where ${inPlace(place)} and ${holds} ${newestFirst} limit ${limit}`,
  )
}
