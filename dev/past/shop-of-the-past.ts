import type { FastifyInstance } from 'fastify'
import type { MessengerSimulator } from '#dev/simulators/messenger/messenger-simulator.ts'
import type { ZaloSimulator } from '#dev/simulators/zalo/zalo-simulator.ts'
import type { FakeClock } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { parts } from '#server/app.ts'

export type Past = {
  platform: Platform & { clock: FakeClock }
  app: FastifyInstance
  url: string
  shopPage: string
  mailFolder: string
  messenger: MessengerSimulator
  zalo: ZaloSimulator
}

/** Waits until everything in flight has been delivered, read, answered or sent. */
export async function settle({ platform, messenger, zalo }: Past): Promise<void> {
  for (let seen = -1, now = 0; seen !== now;) {
    seen = now
    await Promise.all([messenger.settled(), zalo.settled()])
    await platform.jobs.drain()
    await Promise.all([messenger.clock.advance(0), zalo.clock.advance(0)])
    await Promise.all([messenger.settled(), zalo.settled()])
    now = messenger.calls.length + messenger.webhooks.list.length + zalo.calls.length + zalo.deliveries.list.length
  }
}

export async function pass(past: Past, ms: number): Promise<void> {
  if (ms <= 0) return
  past.platform.clock.advance(ms)
  await Promise.all([past.messenger.clock.advance(ms), past.zalo.clock.advance(ms)])
  await settle(past)
}

export async function runTimers({ platform }: Past): Promise<void> {
  for (const part of parts) for (const timer of Object.values(part.timers ?? {})) await timer.run(platform)
  await platform.jobs.drain()
}

export async function withJobs<T>({ platform }: Past, work: Promise<T>): Promise<T> {
  let done = false
  const end = () => {
    done = true
  }
  work.then(end, end)
  // The waiting code polls every 50 ms or slower; yielding to the event loop lets its calls in.
  while (!done) {
    await platform.jobs.drain()
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return work
}
