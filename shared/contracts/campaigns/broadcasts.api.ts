import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import {
  broadcastCopy,
  broadcastDraft,
  broadcastPreviewAsked,
  broadcastRetry,
  broadcastStart,
  broadcastTry,
  maySendAsked,
  recipientStates,
  recipientsQuery,
} from './broadcasts.contract.ts'
import { byId, instant, nothing } from '../endpoint.ts'
import { broadcastPreview } from './broadcasts.results.ts'
import { channelKinds } from '../../words.ts'
import { askedByHand, campaignRules } from './campaign-rules.contract.ts'
import { routeNames } from '../../rules/campaigns/sending-routes.ts'
import { sendReasons } from '../../rules/may-send.ts'

/** What the addresses of broadcasts take and give. */
export const broadcastsApi = {
  'POST /api/v1/broadcasts': {
    body: broadcastDraft,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'PATCH /api/v1/broadcasts/:id': {
    params: byId,
    body: broadcastDraft,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'DELETE /api/v1/broadcasts/:id': { params: byId, result: nothing },
  'POST /api/v1/broadcasts/:id/preview': {
    params: byId,
    body: broadcastPreviewAsked,
    result: z.object({
      preview_id: z.uuid(),
      preview: broadcastPreview,
    }),
  },
  'POST /api/v1/broadcasts/:id/test': {
    params: byId,
    body: broadcastTry,
    result: z.object({
      sent: z.number(),
    }),
  },
  'GET /api/v1/test-contacts': {
    result: z.object({
      code: z.string(),
      contacts: z.array(
        z.object({
          contact_id: z.uuid(),
          name: z.string(),
          kind: z.enum(channelKinds),
          mine: z.boolean(),
        }),
      ),
    }),
  },
  'POST /api/v1/broadcasts/:id/start': {
    params: byId,
    body: broadcastStart,
    result: z.object({
      id: z.uuid(),
      status: z.enum(['scheduled', 'planning']),
    }),
  },
  'POST /api/v1/broadcasts/:id/pause': { params: byId, result: nothing },
  'POST /api/v1/broadcasts/:id/resume': { params: byId, result: nothing },
  'POST /api/v1/broadcasts/:id/cancel': { params: byId, result: nothing },
  'POST /api/v1/broadcasts/:id/retry': {
    params: byId,
    body: broadcastRetry,
    result: z.object({
      again: z.number(),
    }),
  },
  'POST /api/v1/broadcasts/:id/copy': {
    params: byId,
    body: broadcastCopy,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'GET /api/v1/broadcasts/:id/recipients': {
    params: byId,
    query: recipientsQuery,
    result: z.object({
      recipients: z.array(
        z.object({
          id: z.uuid(),
          customer_id: z.uuid(),
          name: z.string(),
          /** null: they are known on no channel */
          kind: z.enum(channelKinds).nullable(),
          state: z.enum(recipientStates),
          reason: z.string().nullable(),
          route: z.string().nullable(),
          cost: z.number(),
          due_at: instant,
          sent_at: instant.nullable(),
          answered_at: instant.nullable(),
          /** the first time that they followed one of its links */
          clicked_at: instant.nullable(),
          refused: z.boolean(),
          conversation_id: z.uuid().nullable(),
          /** what the customer wrote first after it */
          answer: z.string().nullable(),
        }),
      ),
      next: z.string().nullable(),
    }),
  },
  'GET /api/v1/customers/:id/broadcasts': {
    params: byId,
    result: z.object({
      broadcasts: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          state: z.enum(recipientStates),
          /** why it was not sent, or not yet */
          reason: z.string().nullable(),
          at: instant,
          answered_at: instant.nullable(),
        }),
      ),
    }),
  },
  'POST /api/v1/customers/:id/ask': {
    params: byId,
    body: askedByHand,
    result: z.object({
      asked: z.literal(true),
    }),
  },
  'GET /api/v1/campaign-rules': { result: campaignRules },
  'PUT /api/v1/campaign-rules': {
    body: campaignRules,
    result: z.object({
      before: campaignRules,
    }),
  },
  'POST /api/v1/may-send': {
    body: maySendAsked,
    result: z.object({
      is: z.enum(['at', 'no', 'now']),
      /** with 'at', where time alone decides: the first moment at which the answer is 'now' */
      at: instant.optional(),
      route: z.enum(routeNames).optional(),
      until: instant.optional(),
      cost: z.object({
        amount: z.number().nullable(),
        currency: z.string(),
        certainty: z.enum(['unknown', 'exact', 'listed', 'estimate']),
      }),
      reasons: z.array(z.enum(sendReasons)),
    }),
  },
} satisfies ApiPart
