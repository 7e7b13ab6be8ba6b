import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { startListening } from '#tests/wire/listening.ts'
import { seedCampaigns } from './campaigns-seed.ts'
import { at, call, countAll, customers, daylight, makeBroadcast, planAll, type Shop } from './bench-shop.ts'
import { benchGroups } from './groups.ts'
import type { Finding } from '../finding.ts'
import { onDisk } from '../on-disk.ts'
import { openRefusals } from './refusals.ts'

const aims = { preview: 60, plan: 60, memory: 150, lag: 100, replies: 1.2, refusals: 5 }
/** From one run to the next these ratios differ by a fifth. */
const repliesFailAt = 1.5
const replyEvery = 60
const calmMs = 30_000
const sendingMs = 30_000

export async function benchCampaigns(): Promise<Finding[]> {
  const kind = process.env['TEST_DATABASE_URL'] ? 'postgresql' : 'embedded'
  const groups = await benchGroups()
  const server = await startListening(daylight(), { LOG_LEVEL: 'silent' }, kind === 'embedded' ? onDisk() : undefined)
  try {
    const owner = await makeOwner(server.platform)
    const made = await seedCampaigns(server.platform, { workspaceId: owner.workspaceId, customers })
    return [...groups, ...(await sendToAll({ ...made, owner, server }, kind))]
  } finally {
    await server.close()
  }
}

async function sendToAll(shop: Shop, kind: string): Promise<Finding[]> {
  const { platform } = shop.server
  await platform.jobs.start()
  const calm = () => reply(shop, () => wait(calmMs))
  await calm()
  const calms = [await calm()]
  const before = process.memoryUsage().rss
  let max = before
  const poll = setInterval(() => (max = Math.max(max, process.memoryUsage().rss)), 100)
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
  clearInterval(poll)
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
      repliesFailAt,
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
    finding(`memory for both, ${kind}`, (max - before) / 2 ** 20, 'MB', aims.memory),
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

function finding(name: string, value: number, unit: string, aim: number, more = '', failsAt = aim): Finding {
  return { name, value, unit, aim, fails: !(value <= failsAt), ...(more && { more }) }
}
