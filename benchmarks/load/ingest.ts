import { join } from 'node:path'
import { freePort, makeHome, startServer } from '#tests/setup/server-process.ts'
import { liftLimits } from '#tests/setup/lift-limits.ts'
import { openShop } from '#tests/fixtures/shop.ts'
import { type Finding, median } from '../finding.ts'
import { messagesPerVisitor } from './load.ts'
import type { LoadResult } from './load-result.ts'
import { load, openVisitors } from './run-load.ts'

const aim = 0.4
const connections = 32
const runMs = 4000
const runs = 3

/** Against bare fastify with one durable insert, in turns. The bot is paused: only intake and its transaction count. */
export async function benchIngest(): Promise<Finding[]> {
  const home = await makeHome({ HUMAN_CHECK: 'off' })
  const bare = { ...(await makeHome()), port: await freePort() }
  const floor = await startServer(
    { ...bare, settings: { ...bare.settings, PORT: String(bare.port) } },
    join(import.meta.dirname, 'floor-server.ts'),
  )
  liftLimits(home)
  const server = await startServer(home)
  try {
    const { owner, page } = await openShop(home, server)
    await owner.act('POST', '/bot/pause')
    const product = `${server.url}/widget/v1/messages`
    const floors: LoadResult[] = []
    const ours: LoadResult[] = []
    for (let run = -1; run < runs; run++) {
      const ms = run < 0 ? runMs / 2 : runMs
      const one = await load({ address: `${floor.url}/`, connections, ms, tokens: [] })
      const visitors = await openVisitors(
        server.url,
        page,
        Math.ceil(((one.sent / one.ms) * ms * 1.5) / messagesPerVisitor),
      )
      const other = await load({ address: product, connections, ms, tokens: visitors })
      if (other.refused.length + other.busy > 0)
        throw new Error(`Messages were refused: ${other.busy} were told to come later; ${other.refused.join('; ')}`)
      if (run < 0) continue
      floors.push(one)
      ours.push(other)
    }
    const rate = (results: LoadResult[]) => median(results.map(result => result.sent / (result.ms / 1000)))
    const ratio = median(
      ours.map((result, index) => result.sent / result.ms / ((floors[index]?.sent ?? 0) / (floors[index]?.ms ?? 1))),
    )
    return [
      {
        name: `ingest, ${home.kind}`,
        value: ratio,
        unit: 'of the floor',
        aim,
        fails: ratio < aim / 2,
        more: `${Math.round(rate(ours))}/s of ${Math.round(rate(floors))}/s; p50 ${median(ours.map(r => r.p50))} ms, p99 ${median(ours.map(r => r.p99))} ms`,
      },
    ]
  } finally {
    await server.kill()
    await floor.kill()
    await home.remove()
    await bare.remove()
  }
}
