import { z } from 'zod'
import { type Feature, route } from '#platform/feature.ts'
import { claimBody, claimOperatorLink } from './claim-operator-link.ts'
import { dropDeadLetter, replayDeadLetter, replayDeadLetters } from './dead-letters.ts'

const params = z.object({ id: z.uuid() })

export const operationsFeature: Feature = {
  name: 'operations',
  routes: [
    route('POST /api/v1/operator-link', { who: 'person', body: claimBody }, claimOperatorLink),
    route('POST /api/v1/dead-letters/replay', { who: 'admin' }, replayDeadLetters),
    route('POST /api/v1/dead-letters/:id/replay', { who: 'admin', params }, replayDeadLetter),
    route('POST /api/v1/dead-letters/:id/drop', { who: 'admin', params }, dropDeadLetter),
  ],
}
