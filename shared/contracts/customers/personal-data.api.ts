import { z } from 'zod'
import { type ApiPart, byId, instant, recordedDownload } from '../endpoint.ts'
import { breachStepDone, recordedBreach } from './breaches.contract.ts'
import {
  dataRequestsQuery,
  liftedRestriction,
  proofQuery,
  recordedRequest,
  settledRequest,
} from './data-requests.contract.ts'
import { dataRequest } from './data-requests.results.ts'
import { retentionPreview, retentionState, wantedRetention } from './retention.contract.ts'

/** `none`: never requested, or expired. */
const customerExport = z.object({
  status: z.enum(['none', 'preparing', 'ready']),
  size: z.number().nullable(),
  ready_at: instant.nullable(),
  expires_at: instant.nullable(),
})

/** What customers may ask of their data, what became of it, and how long it stays. */
export const personalDataApi = {
  'DELETE /api/v1/customers/:id': {
    summary: 'Erases a customer and everything known of them.',
    params: byId,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'GET /api/v1/customers/:id/export': {
    summary: "Returns the status of the export of a customer's data.",
    params: byId,
    result: customerExport,
  },
  'POST /api/v1/customers/:id/export': {
    summary: 'Starts the export of all data of a customer.',
    params: byId,
    result: customerExport,
  },
  'GET /api/v1/customers/:id/export/file': {
    summary: 'Downloads the exported data of a customer: a ZIP with data.json and the files of their messages.',
    params: byId,
    result: z.file().mime('application/zip'),
    ...recordedDownload,
  },
  'POST /api/v1/customers/:id/unrestrict': {
    summary: 'Lifts the restrictions and objections of a customer who took them back.',
    params: byId,
    body: liftedRestriction,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'GET /api/v1/data-requests': {
    summary: 'Lists the register of requests from people about their data.',
    query: dataRequestsQuery,
    result: z.object({
      requests: z.array(dataRequest),
      next: z.string().nullable(),
    }),
  },
  'POST /api/v1/data-requests': {
    summary: 'Records a request of a person about their data.',
    body: recordedRequest,
    result: z.object({
      id: z.uuid(),
      answer_by: z.string(),
      due_on: z.string(),
    }),
  },
  'GET /api/v1/data-requests/:id/proof': {
    summary: 'Downloads the document (PDF) about a finished data request; it names nobody who was erased.',
    params: byId,
    query: proofQuery,
    result: z.file().mime('application/pdf'),
    ...recordedDownload,
  },
  'PATCH /api/v1/data-requests/:id': {
    summary: 'Records how a data request was settled.',
    params: byId,
    body: settledRequest,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'POST /api/v1/breaches': {
    summary: 'Records a breach of personal data.',
    body: recordedBreach,
    result: z.object({ id: z.uuid() }),
  },
  'PATCH /api/v1/breaches/:id': {
    summary: 'Ticks a step of what is done about a breach, or takes the tick back.',
    params: byId,
    body: breachStepDone,
    result: z.object({ id: z.uuid() }),
  },
  'GET /api/v1/retention': {
    summary: 'Returns after how many months data of customers is erased, by kind.',
    result: retentionState,
  },
  'PUT /api/v1/retention': {
    summary: 'Changes after how many months data of customers is erased; the first erasure is a day later.',
    body: wantedRetention,
    result: retentionState,
  },
  'POST /api/v1/retention/preview': {
    summary: 'Counts what such rules would erase now. Nothing is changed.',
    body: wantedRetention,
    result: retentionPreview,
  },
} satisfies ApiPart
