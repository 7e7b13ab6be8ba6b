import { type Feature, route } from '#platform/feature.ts'
import { claimBody, claimOperatorLink } from './claim-operator-link.ts'

export const operationsFeature: Feature = {
  name: 'operations',
  routes: [route('POST /api/v1/operator-link', { who: 'person', body: claimBody }, claimOperatorLink)],
}
