import { days, seconds } from '#platform/clock.ts'
import { type Feature, routesOf } from '#platform/feature.ts'
import { statusApi } from '#shared/contracts/status/status.api.ts'
import { notifyIncident, openIncident, updateIncident } from './incidents.ts'
import { serveMetrics } from './metrics.ts'
import { probeAnswers, probeComponents } from './probe-components.ts'
import { readDeskStatus } from './read-status.ts'
import { forgetOldMinutes } from './record-minutes.ts'

const route = routesOf(statusApi)

const who = 'operator' as const

export const statusFeature: Feature = {
  name: 'status',
  routes: [
    route('GET /api/v1/operator/status', { who }, readDeskStatus),
    route('POST /api/v1/operator/incidents', { who, status: 201 }, openIncident),
    route('POST /api/v1/operator/incidents/:id/updates', { who, status: 201 }, updateIncident),
  ],
  jobs: { 'probe answers': probeAnswers, 'notify incident': notifyIncident },
  timers: {
    'probe components': { every: seconds(30), run: probeComponents },
    'forget component minutes': { every: days(1), run: forgetOldMinutes },
  },
  plugin: serveMetrics,
}
