import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { countSegment } from '#features/customers/segments/count-segment.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, type Clock, hours, systemClock } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import type { SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { startListening } from '#tests/wire/listening.ts'
import { seedCampaigns } from './campaigns-seed.ts'
import { call, countAll, makeBroadcast, planAll, type Shop } from './bench-shop.ts'
import type { Finding } from '../finding.ts'
import { onDisk } from '../on-disk.ts'
import { openRefusals } from './refusals.ts'
import { type Asked, timeRounds } from './time-rounds.ts'

/** The aims assume 100,000; use fewer for a trial run. */
const customers = Number(process.env['BENCH_CUSTOMERS'] ?? 100_000)
const aims = { preview: 60, plan: 60, memory: 150, lag: 100, list: 200, count: 500, replies: 1.2, refusals: 5 }
const replyEvery = 60
const calmMs = 30_000
const sendingMs = 30_000

export async function benchCampaigns(): Promise<Finding[]> {
  const kind = process.env['TEST_DATABASE_URL'] ? 'postgresql' : 'embedded'
  const server = await startListening(daylight(), { LOG_LEVEL: 'silent' }, kind === 'embedded' ? onDisk() : undefined)
  try {
    const owner = await makeOwner(server.platform)
    const started = performance.now()
    const made = await seedCampaigns(server.platform, { workspaceId: owner.workspaceId, customers })
    const seeded = `${customers} customers, made in ${Math.round((performance.now() - started) / 1000)} s`
    const shop = { ...made, owner, server }
    const list = await measure(`list of customers, ${kind}`, aims.list, listed(shop))
    const counts = await measure(`counts of groups, ${kind}`, aims.count, counted(shop))
    return [{ ...list, more: `${list.more}; ${seeded}` }, counts, ...(await sendToAll(shop, kind))]
  } finally {
    await server.close()
  }
}

/** Promotions are sent only by day: at night the clock starts at 10:00 in Viet Nam. */
function daylight(): Clock {
  const hour = (systemClock.now().getUTCHours() + 7) % 24
  const ahead = hour >= 8 && hour < 19 ? 0 : hours((34 - hour) % 24)
  return { now: () => after(systemClock.now(), ahead) }
}

function listed(shop: Shop): Asked[] {
  const where = (definition: object) => ({ where: JSON.stringify(definition) })
  const choices: Record<string, Record<string, string>> = {
    all: {},
    consent: { consent: 'given' },
    refused: { consent: 'refused' },
    source: { source: 'website' },
    tag: where({ by: 'tag', id: shop.tagId }),
    'common word': { q: 'khach' },
    'rare word': { q: 'khach 77777' },
    nobody: { q: 'khongcodau' },
  }
  return Object.entries(choices).map(([name, choice]) => ({
    name,
    ask: () => call(shop, 'GET', `customers?${new URLSearchParams(choice).toString()}`),
  }))
}

function counted(shop: Shop): Asked[] {
  const days = { within_days: 30 }
  const definitions: Record<string, SegmentNode> = {
    all: { all: [] },
    tag: { by: 'tag', id: shop.tagId },
    consent: { by: 'consent', purpose: 'promotion', state: 'given' },
    'no consent': { by: 'consent', purpose: 'promotion', state: 'none' },
    route: { by: 'route', route: 'website.chat' },
    source: { by: 'source', kind: 'website' },
    language: { by: 'language', language: 'vi' },
    status: { by: 'status', status: 'open' },
    nobody: { by: 'assignee', person: 'nobody' },
    seen: { by: 'last_seen', ...days },
    replied: { by: 'last_reply', ...days },
    'three together': {
      all: [
        { by: 'tag', id: shop.tagId },
        { by: 'consent', purpose: 'promotion', state: 'none' },
        { not: { by: 'status', status: 'open' } },
      ],
    },
  }
  return Object.entries(definitions).map(([name, definition]) => ({
    name,
    // A different member each time, because a member's database time is limited.
    ask: () => countSegment(shop.server.platform, { ...callerOf(shop), personId: newId() }, { definition }),
  }))
}

function callerOf({ owner: { workspaceId, personId } }: Shop): Caller {
  return { workspaceId, personId, role: 'admin' } as Caller
}

async function sendToAll(shop: Shop, kind: string): Promise<Finding[]> {
  const { platform } = shop.server
  await platform.jobs.start()
  const calm = () => reply(shop, () => wait(calmMs))
  await calm()
  const calms = [await calm()]
  const before = process.memoryUsage().rss
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 100)
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  const alone = await makeBroadcast(shop)
  const began = performance.now()
  await countAll(shop, alone)
  const countedAt = performance.now()
  await planAll(shop, alone)
  const [countedAlone, plannedAlone] = [(countedAt - began) / 1000, (performance.now() - countedAt) / 1000]
  await call(shop, 'POST', `broadcasts/${alone.id}/pause`)
  const broadcast = await makeBroadcast(shop)
  const { id } = broadcast
  const counting = await reply(shop, () => countAll(shop, broadcast))
  calms.push(await calm())
  const planning = await reply(shop, () => planAll(shop, broadcast))
  const pause = () => call(shop, 'POST', `broadcasts/${id}/pause`)
  await pause()
  calms.push(await calm())
  await call(shop, 'POST', `broadcasts/${id}/resume`)
  const sending = await reply(shop, () => wait(sendingMs))
  await pause()
  calms.push(await calm())
  clearInterval(timer)
  lag.disable()
  const refused = await refusals(shop, kind, { go: () => call(shop, 'POST', `broadcasts/${id}/resume`), pause })
  const [counted] = await platform.db.readAsService(
    sql<{
      preview: BroadcastPreview
      sent: number
    }>`select preview, (select count(*)::int from private.broadcast_recipients
      where broadcast_id = ${id} and state = 'sent') as sent from broadcasts where id = ${id}`,
  )
  const sums = [counted?.preview.now, counted?.preview.later, counted?.preview.never].map(
    list => list?.reduce((sum, { count }) => sum + count, 0) ?? 0,
  )
  const noticed = (what: string, busy: Replies, at_: number, more = '') => {
    const without = [calms[at_], calms[at_ + 1]].flatMap(one => one?.times ?? [])
    const [p95, p50] = [at(busy.times, 0.95), at(busy.times, 0.5)]
    return finding(
      `a reply's p95 while others are ${what}, ${kind}`,
      p95 / at(without, 0.95),
      'of without',
      aims.replies,
      `${p95.toFixed(1)} ms of ${busy.times.length} (p50 ${p50.toFixed(1)}), without ${at(without, 0.95).toFixed(1)} ms of ${without.length} (p50 ${at(without, 0.5).toFixed(1)})${more}`,
    )
  }
  return [
    finding(
      `a message to all counted, ${kind}`,
      countedAlone,
      's',
      aims.preview,
      `now, later, never: ${sums.join(', ')}; ${counting.seconds.toFixed(0)} s beside replies`,
    ),
    finding(
      `a message to all planned, ${kind}`,
      plannedAlone,
      's',
      aims.plan,
      `${planning.seconds.toFixed(0)} s beside replies`,
    ),
    finding(`memory for both, ${kind}`, (peak - before) / 2 ** 20, 'MB', aims.memory),
    finding(`event loop p99 meanwhile, ${kind}`, lag.percentile(99) / 1e6, 'ms', aims.lag),
    noticed('counted', counting, 0),
    noticed('planned', planning, 1),
    noticed('sent to', sending, 2, `; ${counted?.sent} sent`),
    refused,
  ]
}

/** Beside a broadcast, and in the same minute without it. */
async function refusals(
  shop: Shop,
  kind: string,
  broadcast: { go(): Promise<unknown>; pause(): Promise<unknown> },
): Promise<Finding> {
  const { during } = await openRefusals(shop.server.platform, shop.owner.workspaceId)
  await during(wait(calmMs / 3))
  const without = await during(wait(calmMs))
  await broadcast.go()
  const beside = await during(wait(sendingMs))
  await broadcast.pause()
  const [p95, floor] = [at(beside, 0.95), at(without, 0.95)]
  return finding(
    `a refusal's confirmation while others are sent to, ${kind}`,
    p95 / 1000,
    's p95',
    aims.refusals,
    `${(p95 / floor).toFixed(2)} of without (${floor.toFixed(0)} ms of ${without.length}); ${p95.toFixed(0)} ms of ${beside.length}, p50 ${at(beside, 0.5).toFixed(0)}`,
  )
}

type Replies = { times: number[]; seconds: number }

async function reply(shop: Shop, work: () => Promise<unknown>): Promise<Replies> {
  const began = performance.now()
  const times: number[] = []
  let over = false
  const replying = (async () => {
    for (let next = began; !over; next = Math.max(next + replyEvery, performance.now())) {
      await wait(Math.max(0, next - performance.now()))
      const id = shop.conversations[times.length % shop.conversations.length] ?? ''
      const before = performance.now()
      await call(shop, 'POST', `conversations/${id}/reply`, { text: 'Dạ còn ạ', client_id: newId() })
      times.push(performance.now() - before)
    }
  })()
  await Promise.race([work(), replying])
  const seconds = (performance.now() - began) / 1000
  over = true
  await replying
  return { seconds, times }
}

async function measure(name: string, aim: number, asked: Asked[]): Promise<Finding> {
  const times = await timeRounds(asked)
  const worst = asked
    .map(one => ({
      name: one.name,
      ms: at(
        times.filter(time => time.name === one.name).map(({ ms }) => ms),
        0.5,
      ),
    }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 4)
  const more = `slowest by median: ${worst.map(one => `${one.name} ${one.ms.toFixed(0)} ms`).join(', ')}`
  return finding(
    name,
    at(
      times.map(({ ms }) => ms),
      0.95,
    ),
    'ms p95',
    aim,
    more,
  )
}

function finding(name: string, value: number, unit: string, aim: number, more = ''): Finding {
  return { name, value, unit, aim, fails: !(value <= aim * 2), ...(more && { more }) }
}

function at(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
