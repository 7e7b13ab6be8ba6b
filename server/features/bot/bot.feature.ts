import { type Feature, route } from '#platform/feature.ts'
import { answer } from './answer.ts'
import { ask, askBody } from './ask.ts'
import { consider } from './consider.ts'

export const botFeature: Feature = {
  name: 'bot',
  routes: [route('POST /api/v1/bot/ask', { who: 'member', body: askBody }, ask)],
  hears: { 'message.received': { 'consider answer': consider } },
  jobs: { answer },
}
