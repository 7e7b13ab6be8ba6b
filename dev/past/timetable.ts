import { type Dice, dice } from './dice.ts'
import { openTalks, type Source, type Talk, talks } from './talks.ts'

export type Planned = { at: Date; source: Source; talk: Talk; customer: number }

const dayMs = 86_400_000
const zoneMs = 7 * 3_600_000

const hourWeights = [1, 0, 0, 0, 0, 1, 2, 4, 8, 11, 12, 9, 6, 6, 9, 11, 10, 7, 6, 9, 13, 14, 9, 4]
const sources: { source: Source; weight: number }[] = [
  { source: 'facebook', weight: 5 },
  { source: 'website', weight: 3 },
  { source: 'zalo', weight: 3 },
]

/** `perDay` talks on a usual day, a fifth more at weekends, growing over the weeks. Sorted by time; the last minute stays free. */
export function timetable(until: Date, days: number, perDay: number, seed = 20_261_122): Planned[] {
  const throwing = dice(seed)
  const planned: Planned[] = []
  const midnight = Math.floor((until.getTime() + zoneMs) / dayMs) * dayMs - zoneMs
  const lastHours = until.getTime() - 3 * 3_600_000
  for (let day = days; day >= 0; day--) {
    const start = midnight - day * dayMs
    for (let left = talksOf(start, day, days, perDay); left > 0; left--) {
      const at = new Date(start + hourOf(throwing) * 3_600_000 + throwing.below(3600) * 1000)
      if (at.getTime() < lastHours) planned.push(plan(throwing, at, throwing.weighted(talks)))
    }
  }
  for (const [index, talk] of openTalks.entries()) {
    const at = new Date(lastHours + ((index + 1) * 2.7 * 3_600_000) / (openTalks.length + 1))
    planned.push({ ...plan(throwing, at, talk), customer: 900 + index })
  }
  return planned.sort((a, b) => a.at.getTime() - b.at.getTime())
}

function talksOf(start: number, day: number, days: number, perDay: number): number {
  const weekday = new Date(start + zoneMs).getUTCDay()
  const weekend = weekday === 0 || weekday === 6 ? 1.2 : 1
  const growth = 0.75 + 0.5 * (1 - day / Math.max(1, days))
  return Math.max(1, Math.round(perDay * weekend * growth))
}

function hourOf(throwing: Dice): number {
  return throwing.weighted(hourWeights.map((weight, hour) => ({ weight, hour }))).hour
}

function plan(throwing: Dice, at: Date, talk: Talk): Planned {
  return { at, talk, source: throwing.weighted(sources).source, customer: throwing.below(400) }
}
