import { minutes, seconds } from '#platform/clock.ts'
import { type Feature, routesOf } from '#platform/feature.ts'
import { changeSequence, listSequences, makeSequence, oneSequence, removeSequence } from './edit-sequences.ts'
import { findSilent, startRun } from './enter-sequence.ts'
import { endSequence, pauseSequence, publishSequence, resumeSequence } from './publish.ts'
import { runSequences } from './run-sequences.ts'
import { leaveRun, listRuns } from './runs.ts'
import { sequencesApi } from '#shared/contracts/campaigns/sequences.api.ts'

const route = routesOf(sequencesApi)

export const sequenceRoutes = [
  route('GET /api/v1/sequences', { who: 'member', keys: true }, listSequences),
  route('POST /api/v1/sequences', { who: 'member', keys: true, status: 201 }, makeSequence),
  route('GET /api/v1/sequences/:id', { who: 'member', keys: true }, oneSequence),
  route('PATCH /api/v1/sequences/:id', { who: 'member', keys: true }, changeSequence),
  route('DELETE /api/v1/sequences/:id', { who: 'member', keys: true }, removeSequence),
  route('POST /api/v1/sequences/:id/publish', { who: 'admin', keys: true, costly: true }, publishSequence),
  route('POST /api/v1/sequences/:id/pause', { who: 'member', keys: true }, pauseSequence),
  route('POST /api/v1/sequences/:id/resume', { who: 'admin', keys: true }, resumeSequence),
  route('POST /api/v1/sequences/:id/end', { who: 'member', keys: true }, endSequence),
  route('GET /api/v1/sequences/:id/runs', { who: 'member', keys: true }, listRuns),
  route('POST /api/v1/sequences/:id/runs', { who: 'member', keys: true, status: 201 }, startRun),
  route('DELETE /api/v1/sequences/:id/runs/:run_id', { who: 'member', keys: true }, leaveRun),
]

export const sequenceTimers: NonNullable<Feature['timers']> = {
  'run sequences': { every: seconds(5), run: runSequences },
  'find who left it without an answer': { every: minutes(1), run: findSilent },
}
