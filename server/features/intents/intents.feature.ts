import { z } from 'zod'
import { hours } from '#platform/clock.ts'
import { type Feature, route } from '#platform/feature.ts'
import { settledIntent } from '#shared/contracts/bot/intents.contract.ts'
import { expireIntents } from './expire-intents.ts'
import { recordIntent } from './record-intent.ts'
import { settleIntent } from './settle-intent.ts'

const params = z.object({ id: z.uuid() })

export const intentsFeature: Feature = {
  name: 'intents',
  routes: [route('POST /api/v1/intents/:id/settle', { who: 'member', params, body: settledIntent }, settleIntent)],
  hears: { 'message.received': { 'note intent': recordIntent } },
  timers: { 'expire intents': { every: hours(1), run: expireIntents } },
}
