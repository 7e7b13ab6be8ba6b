import { addDays, daysIn } from '#shared/rules/time/calendar-days.ts'
import type { DayRange } from '#web/parts/workspace/use-statistics.ts'

export const presets = ['days7', 'days28', 'days90', 'thisMonth', 'lastMonth'] as const
export type Preset = (typeof presets)[number]

export const maxDays = 400

export function rangeOf(preset: Preset, today: string): DayRange {
  const firstOfMonth = `${today.slice(0, 7)}-01`
  switch (preset) {
    case 'days7':
      return { from: addDays(today, -6), to: today }
    case 'days28':
      return { from: addDays(today, -27), to: today }
    case 'days90':
      return { from: addDays(today, -89), to: today }
    case 'thisMonth':
      return { from: firstOfMonth, to: today }
    case 'lastMonth': {
      const to = addDays(firstOfMonth, -1)
      return { from: `${to.slice(0, 7)}-01`, to }
    }
  }
}

/** A preset's name, or days; anything else means the last seven days. */
export function readPeriod(params: URLSearchParams, today: string): { preset: Preset | 'own'; range: DayRange } {
  const from = params.get('from') ?? ''
  const to = params.get('to') ?? ''
  if ([from, to].every(isDay) && from <= to && daysIn({ from, to }) <= maxDays)
    return { preset: 'own', range: { from, to } }
  const preset = presets.find(name => name === params.get('period')) ?? 'days7'
  return { preset, range: rangeOf(preset, today) }
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}
