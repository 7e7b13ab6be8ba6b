import { type Feature, routesOf } from '#platform/feature.ts'
import { minutes, seconds } from '#platform/clock.ts'
import { countAnswer, countHandOver, countOpened, countReceived, countReply } from './count-facts.ts'
import { countEarlier } from './count-earlier.ts'
import { recordVisit } from './record-visit.ts'
import { readBrief } from './read-brief.ts'
import { readStatistics } from './read-statistics.ts'
import { settleResolutions } from './resolutions.ts'
import { statisticsApi } from '#shared/contracts/statistics.api.ts'

const route = routesOf(statisticsApi)

export const statisticsFeature: Feature = {
  name: 'statistics',
  routes: [
    route('GET /api/v1/statistics', { who: 'member' }, readStatistics),
    route('GET /api/v1/brief', { who: 'member' }, readBrief),
    route('POST /api/v1/visits', { who: 'member' }, recordVisit),
  ],
  onEmit: {
    'message.received': { 'count message': countReceived },
    'conversation.opened': { 'count conversation': countOpened },
    'answer.made': { 'count answer': countAnswer },
    'message.sent': { 'count reply': countReply },
    'person.wanted': { 'count hand-over': countHandOver },
  },
  timers: {
    'settle resolutions': { every: minutes(1), run: settleResolutions },
    'count earlier facts': { every: seconds(20), run: countEarlier },
  },
}
