import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '#dev/shop-client.ts'
import { type MessengerSimulator, startMessengerSimulator } from '#dev/simulators/messenger/messenger-simulator.ts'
import { threadOf } from '#dev/simulators/messenger/messenger-world.ts'
import { askRunningServer } from '#server/ask-running-server.ts'
import { freePort, type Home, makeHome, type RunningServer, startServer } from '#tests/setup/server-process.ts'
import { liftLimits } from '#tests/setup/lift-limits.ts'
import { openShop } from '#tests/fixtures/shop.ts'
import { type Finding, median } from '../finding.ts'
import type { HookOrder } from './hook-load.ts'
import type { LoadResult } from './load-result.ts'
import { runLoad } from './run-load.ts'

const connections = 32
const runMs = 1500
const runs = 3
const questionsAsked = 40
const aims = { ratio: 0.4, ackP99: 250, replyP95: 300 }
const verifyToken = 'bench-verify-token'

/** Webhooks against bare fastify with the same signature check and one durable insert; then latency at half that rate. */
export async function benchHooks(): Promise<Finding[]> {
  const messenger = await startMessengerSimulator()
  const home = await makeHome({
    META_GRAPH_BASE_URL: messenger.url,
    FACEBOOK_APP_ID: messenger.world.app.id,
    FACEBOOK_APP_SECRET: messenger.world.app.secret,
    FACEBOOK_VERIFY_TOKEN: verifyToken,
  })
  const bare = { ...(await makeHome()), port: await freePort() }
  const floor = await startServer(
    { ...bare, settings: { ...bare.settings, PORT: String(bare.port), HOOK_SECRET: messenger.world.app.secret } },
    join(import.meta.dirname, 'floor-server.ts'),
  )
  liftLimits(home)
  const server = await startServer(home)
  try {
    const page = await openPage(home, server, messenger)
    const answers = await timeReplies(messenger, page)
    await page.act('POST', '/bot/pause')
    return [...(await measureHooks(home, server, `${floor.url}/hook`, messenger, page.id)), ...repliesOf(home, answers)]
  } finally {
    await server.kill()
    await floor.kill()
    await messenger.close()
    await home.remove()
    await bare.remove()
  }
}

type ConnectedPage = { id: string; act: Awaited<ReturnType<typeof openShop>>['owner']['act'] }

async function openPage(home: Home, server: RunningServer, messenger: MessengerSimulator): Promise<ConnectedPage> {
  const { owner } = await openShop(home, server)
  const [id = ''] = messenger.world.pages.keys()
  await messenger.registerWebhook(`${server.url}/hooks/facebook`, verifyToken)
  const account = ['--workspace', owner.workspaceId, '--account', id, '--token', `page-token-${id}`]
  await askRunningServer(home.dataDir, ['add-channel', 'facebook', ...account])
  await owner.act('PUT', '/bot/settings', { reply_delay_ms: 0 })
  return { id, act: owner.act }
}

async function timeReplies({ url, world }: MessengerSimulator, page: ConnectedPage): Promise<number[]> {
  const times: number[] = []
  for (let count = -5; count < questionsAsked; count++) {
    const user = `1357${count + 10}`
    const before = performance.now()
    await fetch(`${url}/__sim/user-message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ page: page.id, user, text: 'phí ship đi Hà Nội bao nhiêu ạ?' }),
    })
    await until('the answer', async () => {
      const { messages } = threadOf(world, page.id, user)
      if (messages.some(one => one.from === page.id)) return true
      await wait(2)
      return undefined
    })
    if (count >= 0) times.push(performance.now() - before)
    await wait(50)
  }
  return times.toSorted((one, other) => one - other)
}

async function measureHooks(
  home: Home,
  server: RunningServer,
  floor: string,
  messenger: MessengerSimulator,
  page: string,
): Promise<Finding[]> {
  const order = { secret: messenger.world.app.secret, page, connections, ms: runMs, pace: 0 }
  const product = `${server.url}/hooks/facebook`
  const floors: LoadResult[] = []
  const ours: LoadResult[] = []
  for (let run = -1; run < runs; run++) {
    const one = await send({ ...order, address: floor })
    const other = await send({ ...order, address: product })
    if (other.refused.length > 0) throw new Error(`Webhooks were refused: ${other.refused.join('; ')}`)
    await caughtUp(server)
    if (run < 0) continue
    floors.push(one)
    ours.push(other)
  }
  const rate = (result: LoadResult) => result.sent / (result.ms / 1000)
  const ratio = median(ours.map((result, index) => rate(result) / rate(floors[index] ?? result)))
  const half = await send({ ...order, address: product, pace: median(ours.map(rate)) / 2 })
  const rates = `${Math.round(median(ours.map(rate)))}/s of ${Math.round(median(floors.map(rate)))}/s`
  return [
    {
      name: `webhooks, ${home.kind}`,
      value: ratio,
      unit: 'of the floor',
      aim: aims.ratio,
      fails: ratio < aims.ratio / 2,
      more: rates,
    },
    {
      name: `webhook acknowledged at half capacity, ${home.kind}`,
      value: half.p99,
      unit: 'ms p99',
      aim: aims.ackP99,
      fails: half.p99 > aims.ackP99 * 2,
      more: `p50 ${half.p50} ms at ${Math.round(rate(half))}/s`,
    },
  ]
}

function repliesOf(home: Home, times: number[]): Finding[] {
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  return [
    {
      name: `message to reply on Messenger, ${home.kind}`,
      value: at(0.95),
      unit: 'ms p95',
      aim: aims.replyP95,
      fails: at(0.95) > aims.replyP95 * 2,
      more: `p50 ${at(0.5)} ms`,
    },
  ]
}

async function caughtUp(server: RunningServer): Promise<void> {
  await until(
    'the queue to be empty',
    async () => {
      const { queue_age_seconds: age } = (await (await fetch(`${server.url}/readyz`)).json()) as {
        queue_age_seconds: number
      }
      if (age === 0) return true
      await wait(200)
      return undefined
    },
    300,
  )
}

function send(order: HookOrder): Promise<LoadResult> {
  return runLoad('hook-load.ts', order)
}
