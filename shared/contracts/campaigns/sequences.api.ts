import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { listedSequence, oneSequence, sequenceRun } from './sequences.results.ts'
import { changedSequence, newSequence, publishedSequence, runsQuery, startedRun } from './sequences.contract.ts'
import { byId, nothing } from '../endpoint.ts'

/** What the addresses of sequences take and give. */
export const sequencesApi = {
  'GET /api/v1/sequences': {
    result: z.object({
      sequences: z.array(listedSequence),
    }),
  },
  'POST /api/v1/sequences': {
    body: newSequence,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'GET /api/v1/sequences/:id': { params: byId, result: oneSequence },
  'PATCH /api/v1/sequences/:id': {
    params: byId,
    body: changedSequence,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'DELETE /api/v1/sequences/:id': { params: byId, result: nothing },
  'POST /api/v1/sequences/:id/publish': {
    params: byId,
    body: publishedSequence,
    result: z.object({
      version: z.number(),
      moved: z.number(),
    }),
  },
  'POST /api/v1/sequences/:id/pause': { params: byId, result: nothing },
  'POST /api/v1/sequences/:id/resume': { params: byId, result: nothing },
  'POST /api/v1/sequences/:id/end': { params: byId, result: nothing },
  'GET /api/v1/sequences/:id/runs': {
    params: byId,
    query: runsQuery,
    result: z.object({
      runs: z.array(sequenceRun),
      next: z.string().nullable(),
    }),
  },
  'POST /api/v1/sequences/:id/runs': {
    params: byId,
    body: startedRun,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'DELETE /api/v1/sequences/:id/runs/:run_id': {
    params: z.object({ id: z.uuid(), run_id: z.uuid() }),
    result: nothing,
  },
} satisfies ApiPart
