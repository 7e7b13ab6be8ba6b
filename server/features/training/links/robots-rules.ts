import robotsParser from 'robots-parser'
import { seconds } from '#platform/clock.ts'
import { pace } from './host-turn.ts'

/** Its types declare the wrong module format. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default
const maxPace = seconds(10)

export type Rules = { allows(url: string): boolean; pace: number; sitemaps: string[] }

/** For hosts whose rules cannot be read. */
export const closedRules = 'User-agent: *\nDisallow: /'

export function readRules(robotsUrl: string, text: string): Rules {
  const rules = parseRobots(robotsUrl, text)
  const delay = Number(rules.getCrawlDelay('SenBot') ?? 0) * 1000
  return {
    allows: url => rules.isAllowed(url, 'SenBot') !== false,
    pace: Math.min(Math.max(pace, delay || 0), maxPace),
    sitemaps: rules.getSitemaps(),
  }
}
