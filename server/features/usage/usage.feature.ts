import { type Feature, routesOf } from '#platform/feature.ts'
import { readUsage } from './read-usage.ts'
import { giveBack, reserveOrRefuse } from './reserve.ts'
import { usageApi } from '#shared/contracts/usage.api.ts'

const route = routesOf(usageApi)

export const usageFeature: Feature = {
  name: 'usage',
  routes: [route('GET /api/v1/usage', { who: 'member' }, readUsage)],
  onEmit: {
    'member.invited': {
      'take seat': (platform, tx, { workspace_id }) => reserveOrRefuse(platform, tx, workspace_id, 'members'),
    },
    'member.removed': {
      'free seat': (platform, tx, { workspace_id }) => giveBack(platform, tx, workspace_id, 'members'),
    },
  },
}
