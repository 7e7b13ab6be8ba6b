import { type Feature, route } from '#platform/feature.ts'
import { readUsage } from './read-usage.ts'

export const usageFeature: Feature = {
  name: 'usage',
  routes: [route('GET /api/v1/usage', { who: 'member' }, readUsage)],
}
