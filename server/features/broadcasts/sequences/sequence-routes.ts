import { z } from 'zod'
import { minutes, seconds } from '#platform/clock.ts'
import { type Feature, route } from '#platform/feature.ts'
import {
  changedSequence,
  newSequence,
  publishedSequence,
  runsQuery,
  startedRun,
} from '#shared/contracts/campaigns/sequences.contract.ts'
import { changeSequence, listSequences, makeSequence, oneSequence, removeSequence } from './edit-sequences.ts'
import { findSilent, startRun } from './enter-sequence.ts'
import { endSequence, pauseSequence, publishSequence, resumeSequence } from './publish.ts'
import { runSequences } from './run-sequences.ts'
import { leaveRun, listRuns } from './runs.ts'

const params = z.object({ id: z.uuid() })
const runParams = z.object({ id: z.uuid(), run_id: z.uuid() })

export const sequenceRoutes = [
  route('GET /api/v1/sequences', { who: 'member', keys: true }, listSequences),
  route('POST /api/v1/sequences', { who: 'member', keys: true, status: 201, body: newSequence }, makeSequence),
  route('GET /api/v1/sequences/:id', { who: 'member', keys: true, params }, oneSequence),
  route('PATCH /api/v1/sequences/:id', { who: 'member', keys: true, params, body: changedSequence }, changeSequence),
  route('DELETE /api/v1/sequences/:id', { who: 'member', keys: true, params }, removeSequence),
  route(
    'POST /api/v1/sequences/:id/publish',
    { who: 'admin', keys: true, dear: true, params, body: publishedSequence },
    publishSequence,
  ),
  route('POST /api/v1/sequences/:id/pause', { who: 'member', keys: true, params }, pauseSequence),
  route('POST /api/v1/sequences/:id/resume', { who: 'admin', keys: true, params }, resumeSequence),
  route('POST /api/v1/sequences/:id/end', { who: 'member', keys: true, params }, endSequence),
  route('GET /api/v1/sequences/:id/runs', { who: 'member', keys: true, params, query: runsQuery }, listRuns),
  route(
    'POST /api/v1/sequences/:id/runs',
    { who: 'member', keys: true, status: 201, params, body: startedRun },
    startRun,
  ),
  route('DELETE /api/v1/sequences/:id/runs/:run_id', { who: 'member', keys: true, params: runParams }, leaveRun),
]

export const sequenceTimers: NonNullable<Feature['timers']> = {
  'run sequences': { every: seconds(5), run: runSequences },
  'find who left it without an answer': { every: minutes(1), run: findSilent },
}
