import { seconds } from '#platform/clock.ts'
import { outsideTransaction } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Hub } from '../topics/hub.ts'
import { recheck } from '../topics/recheck.ts'

const everyMs = seconds(15)
const silentMs = seconds(60)
const recheckMs = seconds(40)

/** Ends connections silent for a minute, and rechecks every right once a minute. */
export function startSweeping(platform: Platform, hub: Hub): () => void {
  const sweep = makeSweep(platform, hub)
  const timer = setInterval(() => {
    outsideTransaction(sweep).catch((error: unknown) =>
      platform.log.error({ error }, 'Live connections could not be checked'),
    )
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

export function makeSweep(platform: Platform, hub: Hub): () => Promise<void> {
  let checked = platform.clock.now()
  let checking = false
  return async () => {
    const now = platform.clock.now()
    hub.presence.beat(now)
    for (const socket of hub.sockets) {
      socket.weigh()
      if (now.getTime() - socket.lastReceived.getTime() > silentMs) socket.close(1001, 'No heartbeat')
    }
    if (checking || now.getTime() - checked.getTime() < recheckMs) return
    checking = true
    try {
      await recheck(platform, hub, hub.channels())
      checked = now
    } finally {
      checking = false
    }
  }
}
