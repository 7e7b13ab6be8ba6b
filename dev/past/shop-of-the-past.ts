// The program with a clock that is moved: people and platforms talk with it by its public addresses, and time passes between.
import type { FastifyInstance } from 'fastify'
import type { MessengerSimulator } from '#dev/simulators/messenger/messenger-simulator.ts'
import type { ZaloSimulator } from '#dev/simulators/zalo/zalo-simulator.ts'
import type { FakeClock } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { parts } from '#server/app.ts'

export type Past = {
  platform: Platform & { clock: FakeClock }
  app: FastifyInstance
  /** Where the program listens. */
  url: string
  /** Where the widget stands: an origin among the website's domains. */
  shopPage: string
  mailFolder: string
  messenger: MessengerSimulator
  zalo: ZaloSimulator
}

/** Everything that was set going has come to rest: delivered, read, answered, sent. */
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

/** Moves all clocks on, and lets happen what fell due. */
export async function pass(past: Past, ms: number): Promise<void> {
  if (ms <= 0) return
  past.platform.clock.advance(ms)
  await Promise.all([past.messenger.clock.advance(ms), past.zalo.clock.advance(ms)])
  await settle(past)
}

/** All that comes round, once: what a running program does by its timers. */
export async function runTimers({ platform }: Past): Promise<void> {
  for (const part of parts) for (const timer of Object.values(part.timers ?? {})) await timer.run(platform)
  await platform.jobs.drain()
}

/** While something waits for mails and jobs, these go on. */
export async function withJobs<T>({ platform }: Past, work: Promise<T>): Promise<T> {
  let done = false
  const end = () => {
    done = true
  }
  work.then(end, end)
  // What waits asks again every 50 ms and more; a turn of the loop lets its calls in.
  while (!done) {
    await platform.jobs.drain()
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return work
}
