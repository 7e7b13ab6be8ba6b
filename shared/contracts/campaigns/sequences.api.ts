import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { listedSequence, oneSequence, sequenceRun } from './sequences.results.ts'
import { changedSequence, newSequence, publishedSequence, runsQuery, startedRun } from './sequences.contract.ts'
import { byId, nothing } from '../endpoint.ts'

export const sequencesApi = {
  'GET /api/v1/sequences': {
    summary: "Lists the shop's sequences with the number of customers in each.",
    result: z.object({
      sequences: z.array(listedSequence),
    }),
  },
  'POST /api/v1/sequences': {
    summary: 'Creates a draft of a sequence.',
    body: newSequence,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'GET /api/v1/sequences/:id': {
    summary: 'Returns a sequence, as drafted and as published.',
    params: byId,
    result: oneSequence,
  },
  'PATCH /api/v1/sequences/:id': {
    summary: 'Changes the draft of a sequence.',
    params: byId,
    body: changedSequence,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'DELETE /api/v1/sequences/:id': {
    summary: 'Deletes a sequence that was never published.',
    params: byId,
    result: nothing,
  },
  'POST /api/v1/sequences/:id/publish': {
    summary: 'Publishes the draft of a sequence, with the confirmed cost per customer.',
    params: byId,
    body: publishedSequence,
    result: z.object({
      version: z.number(),
      moved: z.number(),
    }),
  },
  'POST /api/v1/sequences/:id/pause': { summary: 'Pauses a sequence.', params: byId, result: nothing },
  'POST /api/v1/sequences/:id/resume': { summary: 'Resumes a paused sequence.', params: byId, result: nothing },
  'POST /api/v1/sequences/:id/end': {
    summary: 'Ends a sequence for good; all customers leave it.',
    params: byId,
    result: nothing,
  },
  'GET /api/v1/sequences/:id/runs': {
    summary: 'Lists the customers who are or were in a sequence, with their steps.',
    params: byId,
    query: runsQuery,
    result: z.object({
      runs: z.array(sequenceRun),
      next: z.string().nullable(),
    }),
  },
  'POST /api/v1/sequences/:id/runs': {
    summary: 'Enters one customer into a sequence.',
    params: byId,
    body: startedRun,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'DELETE /api/v1/sequences/:id/runs/:run_id': {
    summary: 'Removes one customer from a sequence.',
    params: z.object({ id: z.uuid(), run_id: z.uuid() }),
    result: nothing,
  },
} satisfies ApiPart
