import { days } from '#platform/clock.ts'
import { describe, type Feature, routesOf } from '#platform/feature.ts'
import { claimOperatorLink } from './claim-operator-link.ts'
import { dropDeadLetter, replayDeadLetter, replayDeadLetters } from './dead-letters.ts'
import {
  dropAnyDeadLetter,
  listAllDeadLetters,
  replayAllDeadLetters,
  replayAnyDeadLetter,
} from './dead-letters-of-all.ts'
import { askExport, dropExport, exportAccount, forgetExports, openExport, readExport } from './export-account.ts'
import { exportAudit } from './export-audit.ts'
import { findWorkspaces } from './find-workspaces.ts'
import { readDeskHealth } from './read-health.ts'
import { forgetOldAudits, forgetOldTraces } from './forget-old.ts'
import { operationsApi } from '#shared/contracts/operations.api.ts'

const route = routesOf(operationsApi)

const who = 'operator' as const

export const operationsFeature: Feature = {
  name: 'operations',
  routes: [
    route('POST /api/v1/operator-link', { who: 'person' }, claimOperatorLink),
    route('GET /api/v1/account/export', { who: 'person' }, readExport),
    route('POST /api/v1/account/export', { who: 'person', status: 202 }, askExport),
    route('POST /api/v1/dead-letters/replay', { who: 'admin' }, replayDeadLetters),
    route('POST /api/v1/dead-letters/:id/replay', { who: 'admin' }, replayDeadLetter),
    route('POST /api/v1/dead-letters/:id/drop', { who: 'admin' }, dropDeadLetter),
    route('GET /api/v1/operator/dead-letters', { who }, listAllDeadLetters),
    route('POST /api/v1/operator/dead-letters/replay', { who }, replayAllDeadLetters),
    route('POST /api/v1/operator/dead-letters/:id/replay', { who }, replayAnyDeadLetter),
    route('POST /api/v1/operator/dead-letters/:id/drop', { who }, dropAnyDeadLetter),
    route('GET /api/v1/operator/health', { who }, readDeskHealth),
    route('GET /api/v1/operator/workspaces', { who }, findWorkspaces),
  ],
  listens: { 'person.deleted': { 'drop export': dropExport } },
  jobs: { 'export account': exportAccount },
  timers: {
    'forget exports': { every: days(1), run: forgetExports },
    'forget traces': { every: days(1), run: forgetOldTraces },
    'forget audits': { every: days(1), run: forgetOldAudits },
  },
  described: [
    describe(operationsApi, 'GET /api/v1/audit-log/export', { who: 'admin' }),
    describe(operationsApi, 'GET /api/v1/account/export/file', { who: 'person' }),
  ],
  plugin(app, platform, callerOf) {
    app.get('/api/v1/audit-log/export', { exposeHeadRoute: false }, async (request, reply) => {
      const csv = await exportAudit(platform, await callerOf(request, 'admin'))
      return reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit-log.csv"')
        .send(csv)
    })
    app.get('/api/v1/account/export/file', { exposeHeadRoute: false }, async (request, reply) => {
      const file = await openExport(platform, await callerOf(request, 'person'))
      return reply
        .header('cache-control', 'no-store')
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="my-data.json"')
        .send(file)
    })
  },
}
