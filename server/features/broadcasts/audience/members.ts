import { type RawBuilder, sql } from 'kysely'
import { readDefinition } from '#features/customers/segments/read-definition.ts'
import { areListed } from '#features/customers/segments/segment-customers.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Config } from '#server/config.ts'
import type { Audience } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import type { SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { type Asked, askRules, type Plan } from './ask-rules.ts'
import { type ContactFacts, readFacts, type ShopFacts } from './contact-facts.ts'
import { numbersOn } from '../templates/template-plan.ts'

type Read = <R>(statement: RawBuilder<R>) => Promise<R[]>
type Asking = { workspaceId: string; audience: Audience; now: Date; zone: string }

/** Customers examined per job, however few match. */
const scanSize = 2000

/** undefined: the group is gone, so it means nobody */
async function definitionOf(read: Read, { workspaceId, audience }: Asking): Promise<SegmentNode | undefined> {
  if (audience.is === 'everyone' || audience.is === 'rest') return { all: [] }
  if (audience.is === 'tag') return { by: 'tag', id: audience.tag_id }
  const [saved] = await read(
    sql<{ definition: unknown }>`select definition from segments
    where workspace_id = ${workspaceId} and id = ${audience.segment_id}`,
  )
  return saved && readDefinition(saved.definition)
}

function areMeant({ workspaceId, audience, now, zone }: Asking, definition: SegmentNode): RawBuilder<boolean> {
  // Passed over as reached already: their number or another contact of theirs got it.
  const missed =
    audience.is === 'rest'
      ? sql`exists (select from private.broadcast_recipients r where r.workspace_id = cu.workspace_id and r.customer_id = cu.id
          and r.broadcast_id = ${audience.broadcast_id} and r.state in ('skipped', 'failed')
          and r.reason is distinct from 'reached_already')`
      : sql`true`
  return sql<boolean>`${areListed({ workspaceId, now, zone }, definition)} and ${missed}`
}

/** Reads all of them: it costs the caller's time limit. */
export async function areMoreThan(platform: Platform, asking: Asking, max: number): Promise<boolean> {
  const read: Read = statement => platform.db.readAsService(statement)
  const definition = await definitionOf(read, asking)
  if (!definition) return false
  const rows = await read(sql`select 1 from customers cu where ${areMeant(asking, definition)} limit ${max + 1}`)
  return rows.length > max
}

export type Members = {
  /** in their order */
  ids: string[]
  /** where to continue, if there may be more */
  last: string | null
  /** last id of the customers examined; passed to the next call, it saves a query */
  bound: string | undefined
}

export async function readMembers(
  tx: Tx,
  asking: Asking,
  after: string | null,
  limit: number,
  known?: string,
): Promise<Members> {
  const read: Read = async statement => (await statement.execute(tx)).rows
  const definition = await definitionOf(read, asking)
  if (!definition) return { ids: [], last: null, bound: undefined }
  const from = after ?? '00000000-0000-0000-0000-000000000000'
  const bound = known && known > from ? known : await readBound(read, asking.workspaceId, from)
  const found = await read(
    sql<{ id: string }>`select cu.id from customers cu where ${areMeant(asking, definition)} and cu.id > ${from}::uuid
      ${bound ? sql`and cu.id <= ${bound}` : sql``} order by cu.id limit ${limit}`,
  )
  const ids = found.map(row => row.id)
  return { ids, last: (ids.length === limit ? ids.at(-1) : bound) ?? null, bound }
}

async function readBound(read: Read, workspaceId: string, from: string): Promise<string | undefined> {
  const [bound] = await read(
    sql<{ id: string }>`select id from customers where workspace_id = ${workspaceId} and id > ${from}::uuid
      order by id offset ${scanSize - 1} limit 1`,
  )
  return bound?.id
}

export type Judged = { facts: ContactFacts; asked: Asked }

/** One contact per customer: the cheapest that may go now, else the first that may go later. */
export async function judge(
  config: Config,
  tx: Tx,
  shop: ShopFacts & { workspaceId: string },
  planFor: (customerId: string) => Plan,
  customers: readonly string[],
  now: Date,
): Promise<Judged[]> {
  const { workspaceId } = shop
  const { purpose, template, routes } = planFor('')
  const numbers = routes.includes('zalo.template_phone') ? numbersOn(template) : null
  const facts = await readFacts(tx, { workspaceId, purpose, now, numbersOn: numbers }, { customers })
  const best = new Map<string, Judged>()
  for (const one of facts) {
    const judged = { facts: one, asked: askRules(config, one, shop, planFor(one.customer_id), now) }
    const other = best.get(one.customer_id)
    if (!other || isBetter(judged, other)) best.set(one.customer_id, judged)
  }
  return [...best.values()]
}

const order = { now: 0, at: 1, no: 2 } as const

function isBetter(one: Judged, other: Judged): boolean {
  const [mine, theirs] = [one.asked.answer, other.asked.answer]
  if (mine.is !== theirs.is) return order[mine.is] < order[theirs.is]
  const cost = (mine.cost.amount ?? 0) - (theirs.cost.amount ?? 0)
  if (mine.is === 'now' && cost !== 0) return cost < 0
  const [at, theirAt] = [mine.at?.getTime() ?? Infinity, theirs.at?.getTime() ?? Infinity]
  if (mine.is === 'at' && at !== theirAt) return at < theirAt
  return (one.facts.last_seen_at?.getTime() ?? 0) > (other.facts.last_seen_at?.getTime() ?? 0)
}

export async function readUnreached(
  tx: Tx,
  workspaceId: string,
  customers: readonly string[],
  judged: readonly Judged[],
): Promise<{ customer_id: string; name: string }[]> {
  const known = new Set(judged.map(({ facts }) => facts.customer_id))
  const others = customers.filter(id => !known.has(id))
  if (others.length === 0) return []
  const { rows } = await sql<{ customer_id: string; name: string }>`select id as customer_id, name from customers
    where workspace_id = ${workspaceId} and id = any (${others}::uuid[]) order by id`.execute(tx)
  return rows
}
