import { type RawBuilder, sql } from 'kysely'
import { after, minutes, seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { yieldToOthers } from '../sending/yield-to-others.ts'
import { type Due, advanceRun, wait } from './advance-run.ts'

/** Steps per turn, and per shop before the next shop's go, so that no crowd blocks others. */
const defaults = { inOneTurn: 300, inOneGo: 10 }
const maxPerShop = 100
const maxRunMs = seconds(10)
/** When to ask about a message whose outcome nobody reported. */
const forgottenAfter = minutes(2)
const wokenAtOnce = 500

const lastGo = new WeakMap<Platform, string>()

type Shop = { id: string; people?: Due[] }

export async function runSequences(platform: Platform, { inOneTurn, inOneGo } = defaults): Promise<void> {
  await wakeForgotten(platform)
  const until = performance.now() + maxRunMs
  const shops = await readShops(platform)
  for (let left = inOneTurn; left > 0 && performance.now() < until;) {
    const shop = shops.shift()
    if (!shop) return
    const began = performance.now()
    lastGo.set(platform, shop.id)
    shop.people ??= await readDue(platform, shop.id)
    left -= await go(platform, shop.people, inOneGo)
    if (shop.people.length === 0) continue
    shops.push(shop)
    await yieldToOthers(platform, began)
  }
}

async function go(platform: Platform, people: Due[], max: number): Promise<number> {
  let taken = 0
  for (let due = people[0]; due && taken < max; due = people[0]) {
    taken++
    if (!(await takeStep(platform, due))) people.shift()
  }
  return taken
}

/** @returns whether more is due at once; failures are retried later and delay nobody */
async function takeStep(platform: Platform, due: Due): Promise<boolean> {
  try {
    return await advanceRun(platform, due)
  } catch (error) {
    platform.log.error({ error, run: due.id }, 'A step of a sequence failed')
    await wait(platform, due, null).catch((again: unknown) =>
      platform.log.error({ error: again, run: due.id }, 'A step of a sequence could not be put off'),
    )
    return false
  }
}

function readShops(platform: Platform): Promise<Shop[]> {
  const last = lastGo.get(platform) ?? null
  return platform.db.readAsService<Shop>(sql`select w.id
    from (select distinct workspace_id as id from sequences where status = 'active') w
    where exists (${dueIn(platform, sql`w.id`)})
    order by coalesce(w.id <= ${last}::uuid, false), w.id`)
}

function readDue(platform: Platform, workspaceId: string): Promise<Due[]> {
  return platform.db.readAsService<Due>(
    sql`${dueIn(platform, sql`${workspaceId}`)} order by r.next_at, r.id limit ${maxPerShop}`,
  )
}

function dueIn(platform: Platform, workspaceId: RawBuilder<unknown>) {
  return sql`select r.id, r.workspace_id, r.customer_id from private.sequence_runs r
    join sequences s on s.workspace_id = r.workspace_id and s.id = r.sequence_id and s.status = 'active'
    where r.workspace_id = ${workspaceId} and r.ended_at is null and r.next_at <= ${platform.clock.now()}`
}

async function wakeForgotten(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(null, tx =>
    sql`update private.sequence_runs set next_at = ${now} where next_at is null and ended_at is null and id in (
      select r.id from private.sequence_runs r where r.ended_at is null and r.next_at is null
        and r.since < ${after(now, -forgottenAfter)} and not exists (select from messages m where m.id = r.message_id
          and m.workspace_id = r.workspace_id and (m.status in ('queued', 'sending') or (m.status = 'unsure' and m.check_at is not null)))
      limit ${wokenAtOnce})`.execute(tx),
  )
}
