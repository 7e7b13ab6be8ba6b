import type { Platform } from '#platform/platform.ts'
import { after, minutes } from '#platform/clock.ts'
import { componentsOf } from './components.ts'
import { probeAnswering, probes } from './probes.ts'
import { findGap, type Probed, recordMinutes } from './record-minutes.ts'

const probedMinutes = new WeakMap<Platform, number>()

/** Called every half minute, so that no minute is missed where a timer comes late. */
export async function probeComponents(platform: Platform): Promise<void> {
  const { config, db, jobs, clock } = platform
  const minute = minuteOf(clock.now())
  if (probedMinutes.get(platform) === minute.getTime()) return
  const components = componentsOf(config).filter(name => name !== 'answers')
  const probed: Probed[] = await Promise.all(
    components.map(async component => ({ component, minute, fault: await probes[component](platform) })),
  )
  await db.asService(null, async tx => {
    const gap = await findGap(tx, 'web', minute)
    const missed = gap.flatMap(({ minute: at, fault }) =>
      components.map(component => ({ component, minute: at, fault })),
    )
    const unanswered = await findGap(tx, 'answers', after(minute, -minutes(1)))
    await recordMinutes(tx, [...missed, ...unanswered, ...probed])
    const payload = { minute: minute.toISOString() }
    await jobs.enqueue(tx, { kind: 'probe answers', key: `probe answers ${payload.minute}`, payload })
  })
  probedMinutes.set(platform, minute.getTime())
}

/** A minute whose job comes too late was recorded as failed by then, and stays so. */
export async function probeAnswers(platform: Platform, { minute }: { minute: string }): Promise<void> {
  const fault = await probeAnswering(platform)
  await platform.db.asService(null, tx =>
    recordMinutes(tx, [{ component: 'answers', minute: new Date(minute), fault }]),
  )
}

function minuteOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / minutes(1)) * minutes(1))
}
