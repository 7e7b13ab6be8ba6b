import { hours } from '#platform/clock.ts'
import { type Feature, routesOf } from '#platform/feature.ts'
import { expireIntents } from './expire-intents.ts'
import { recordIntent } from './record-intent.ts'
import { settleIntent } from './settle-intent.ts'
import { intentsApi } from '#shared/contracts/bot/intents.api.ts'

const route = routesOf(intentsApi)

export const intentsFeature: Feature = {
  name: 'intents',
  routes: [route('POST /api/v1/intents/:id/settle', { who: 'member' }, settleIntent)],
  onEmit: { 'message.received': { 'record intent': recordIntent } },
  timers: { 'expire intents': { every: hours(1), run: expireIntents } },
}
