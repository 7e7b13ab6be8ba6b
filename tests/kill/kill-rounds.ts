import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '#dev/shop-client.ts'
import { liftLimits } from '../setup/lift-limits.ts'
import { makeHome, type RunningServer, startServer } from '../setup/server-process.ts'
import { openShop } from '../fixtures/shop.ts'
import { makeChannelCustomers } from './channel-customers.ts'
import { type Acknowledged, judge, type Verdict } from './judge.ts'
import { writeOn } from './visitors.ts'

const atOnce = 8
const takenBeforeKill = 20

export type Outcome = Verdict & {
  kills: number
  lostAttempts: number
  /** first start without load, then after each kill */
  firstReadyMs: number
  readyMs: number[]
  seconds: number
}

/** `rounds`: SIGKILLs to the server's process group */
export async function killRounds(rounds: number): Promise<Outcome> {
  const began = performance.now()
  const home = await makeHome({ HUMAN_CHECK: 'off' })
  // The trial's hundred answers would run out.
  liftLimits(home)
  const customers = await makeChannelCustomers(home)
  let server = await startServer(home)
  const firstReadyMs = server.readyAfter
  const readyMs: number[] = []
  const acknowledged: Acknowledged[] = []
  let lostAttempts = 0
  try {
    const { page, owner } = await openShop(home, server)
    await customers.connect(home, server, owner.workspaceId)
    const written = customers.write()
    const load = { open: true }
    const visitors = Array.from({ length: atOnce }, () =>
      writeOn(
        server.url,
        page,
        load,
        one => acknowledged.push(one),
        () => lostAttempts++,
      ),
    )
    for (let round = 0; round < rounds; round++) {
      // Every second server lives until it accepted some: on slow machines random kills would mostly hit the start.
      const before = acknowledged.length
      if (round % 2)
        await until(
          'messages to be taken',
          async () => acknowledged.length >= before + takenBeforeKill || undefined,
          60,
        )
      await wait(randomInt(250, 1800))
      await server.kill()
      server = await startServer(home)
      readyMs.push(server.readyAfter)
    }
    await wait(1500)
    load.open = false
    customers.stop()
    await Promise.all([...visitors, written])
    // Answers are due up to ten seconds after a burst; a killed worker's job returns after its lease.
    await quiet(server, 12)
    await customers.settled(home, server)
    // The platforms have reported the last replies, but those hooks may still be unread.
    await quiet(server, 3)
    await server.stop()
    const verdict = await judge(home, acknowledged, customers.chats())
    const seconds = (performance.now() - began) / 1000
    return { ...verdict, kills: rounds, lostAttempts, firstReadyMs, readyMs, seconds }
  } finally {
    await server.kill()
    await customers.close()
    await home.remove()
  }
}

/** Until nothing was due for so long, as an operator sees it. */
async function quiet(server: RunningServer, seconds: number): Promise<void> {
  let since = performance.now()
  await until(
    'the queue to be empty',
    async () => {
      const { queue_age_seconds: age } = (await (await fetch(`${server.url}/readyz`)).json()) as {
        queue_age_seconds: number
      }
      if (age > 0) since = performance.now()
      return performance.now() - since > seconds * 1000 || undefined
    },
    300,
  )
}
