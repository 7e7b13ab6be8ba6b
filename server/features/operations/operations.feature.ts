import { z } from 'zod'
import { type Feature, route } from '#platform/feature.ts'
import { claimBody, claimOperatorLink } from './claim-operator-link.ts'
import { dropDeadLetter, replayDeadLetter, replayDeadLetters } from './dead-letters.ts'
import { dropLetterOfAny, listAllDeadLetters, replayEveryLetter, replayLetterOfAny } from './dead-letters-of-all.ts'
import { findWorkspaces, workspacesQuery } from './find-workspaces.ts'

const params = z.object({ id: z.uuid() })
const who = 'operator' as const

export const operationsFeature: Feature = {
  name: 'operations',
  routes: [
    route('POST /api/v1/operator-link', { who: 'person', body: claimBody }, claimOperatorLink),
    route('POST /api/v1/dead-letters/replay', { who: 'admin' }, replayDeadLetters),
    route('POST /api/v1/dead-letters/:id/replay', { who: 'admin', params }, replayDeadLetter),
    route('POST /api/v1/dead-letters/:id/drop', { who: 'admin', params }, dropDeadLetter),
    route('GET /api/v1/operator/dead-letters', { who }, listAllDeadLetters),
    route('POST /api/v1/operator/dead-letters/replay', { who }, replayEveryLetter),
    route('POST /api/v1/operator/dead-letters/:id/replay', { who, params }, replayLetterOfAny),
    route('POST /api/v1/operator/dead-letters/:id/drop', { who, params }, dropLetterOfAny),
    route('GET /api/v1/operator/workspaces', { who, query: workspacesQuery }, findWorkspaces),
  ],
}
