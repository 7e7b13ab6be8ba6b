import { setTimeout as wait } from 'node:timers/promises'
import { makeHome, startServer } from '#tests/setup/server-process.ts'
import { liftLimits } from '#tests/setup/lift-limits.ts'
import { openShop } from '#tests/fixtures/shop.ts'
import type { Finding } from '../finding.ts'
import type { LoadResult } from './load-result.ts'
import { load, openVisitors } from './run-load.ts'

const typicalConnections = 32
const many = 640
const burstMs = 4000
const healthAimMs = 250
const goodputAim = 0.5

/** Ten times as many visitors write at once as the server can take: it must put the rest off and keep answering health checks. */
export async function benchOverload(): Promise<Finding[]> {
  const home = await makeHome({ HUMAN_CHECK: 'off' })
  liftLimits(home)
  const server = await startServer(home)
  try {
    const { owner, page } = await openShop(home, server)
    await owner.act('POST', '/bot/pause')
    const address = `${server.url}/widget/v1/messages`
    const send = async (connections: number, ms: number, tokens: string[]) => load({ address, connections, ms, tokens })
    const some = (visitors: number) => openVisitors(server.url, page, visitors)
    await send(typicalConnections, burstMs / 2, await some(200))
    const calm = await send(typicalConnections, burstMs, await some(400))
    const crowd = await some(800)
    const pulse = feelPulse(`${server.url}/healthz`)
    const burst = await send(many, burstMs, crowd)
    const health = await pulse.end()
    const after = await send(typicalConnections, burstMs / 2, await some(200))
    if (burst.refused.length > 0)
      throw new Error(`Neither taken nor told when to come back: ${burst.refused.join('; ')}`)
    const per = ({ sent, busy, ms }: LoadResult) => (sent + busy) / ms
    const times = per(burst) / per(calm)
    const goodput = burst.sent / burst.ms / (calm.sent / calm.ms)
    return [
      {
        name: `overload: still taken, ${home.kind}`,
        value: goodput,
        unit: 'of the usual',
        aim: goodputAim,
        fails: goodput < goodputAim / 2,
        more: `${times.toFixed(1)} × what it takes were sent; ${burst.sent} taken, ${burst.busy} told to come back; p99 ${burst.p99} ms, afterwards ${after.p99} ms (before ${calm.p99} ms)`,
      },
      {
        name: `overload: /healthz p99, ${home.kind}`,
        value: at(health, 0.99),
        unit: 'ms',
        aim: healthAimMs,
        fails: at(health, 0.99) > healthAimMs * 2,
        more: `p50 ${Math.round(at(health, 0.5))} ms, the longest ${Math.round(at(health, 1))} ms of ${health.length}`,
      },
    ]
  } finally {
    await server.kill()
    await home.remove()
  }
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** @returns the times of the answers in ms, the shortest first */
function feelPulse(address: string): { end(): Promise<number[]> } {
  const times: number[] = []
  let asking = true
  const done = ask()
  async function ask(): Promise<void> {
    while (asking) {
      const before = performance.now()
      const { status } = await fetch(address)
      if (status !== 200) throw new Error(`/healthz answered ${status}`)
      times.push(performance.now() - before)
      await wait(50)
    }
  }
  return {
    async end() {
      asking = false
      await done
      return times.toSorted((a, b) => a - b)
    },
  }
}
