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
import { routeNames } from '../../rules/campaigns/send-question.ts'
import { sendReasons } from '../../rules/campaigns/send-question.ts'

export const broadcastsApi = {
  'POST /api/v1/broadcasts': {
    summary: 'Creates a draft of a broadcast.',
    body: broadcastDraft,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'PATCH /api/v1/broadcasts/:id': {
    summary: 'Changes a draft.',
    params: byId,
    body: broadcastDraft,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'DELETE /api/v1/broadcasts/:id': { summary: 'Deletes a draft.', params: byId, result: nothing },
  'POST /api/v1/broadcasts/:id/preview': {
    summary: 'Counts who would get a draft, who would not and why, and what it costs.',
    params: byId,
    body: broadcastPreviewAsked,
    result: z.object({
      preview_id: z.uuid(),
      preview: broadcastPreview,
    }),
  },
  'POST /api/v1/broadcasts/:id/test': {
    summary: 'Sends a draft to members of the team as a test.',
    params: byId,
    body: broadcastTry,
    result: z.object({
      sent: z.number(),
    }),
  },
  'GET /api/v1/test-contacts': {
    summary: 'Lists the contacts that test messages are sent to.',
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
    summary: 'Starts a previewed broadcast, now or at its time.',
    params: byId,
    body: broadcastStart,
    result: z.object({
      id: z.uuid(),
      status: z.enum(['scheduled', 'planning']),
    }),
  },
  'POST /api/v1/broadcasts/:id/pause': { summary: 'Pauses a broadcast.', params: byId, result: nothing },
  'POST /api/v1/broadcasts/:id/resume': { summary: 'Resumes a paused broadcast.', params: byId, result: nothing },
  'POST /api/v1/broadcasts/:id/cancel': {
    summary: 'Cancels what is left of a broadcast.',
    params: byId,
    result: nothing,
  },
  'POST /api/v1/broadcasts/:id/retry': {
    summary: 'Retries the messages that did not arrive.',
    params: byId,
    body: broadcastRetry,
    result: z.object({
      again: z.number(),
    }),
  },
  'POST /api/v1/broadcasts/:id/copy': {
    summary: 'Copies a broadcast into a new draft, for the same people or those who did not get it.',
    params: byId,
    body: broadcastCopy,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'GET /api/v1/broadcasts/:id/recipients': {
    summary: 'Lists the recipients of a broadcast, page by page, with the outcome for each.',
    params: byId,
    query: recipientsQuery,
    result: z.object({
      recipients: z.array(
        z.object({
          id: z.uuid(),
          customer_id: z.uuid(),
          name: z.string(),
          /** null: known on no channel */
          kind: z.enum(channelKinds).nullable(),
          state: z.enum(recipientStates),
          reason: z.string().nullable(),
          route: z.enum(routeNames).nullable(),
          cost: z.number(),
          due_at: instant,
          sent_at: instant.nullable(),
          answered_at: instant.nullable(),
          clicked_at: instant.nullable(),
          refused: z.boolean(),
          conversation_id: z.uuid().nullable(),
          answer: z.string().nullable(),
        }),
      ),
      next: z.string().nullable(),
    }),
  },
  'GET /api/v1/customers/:id/broadcasts': {
    summary: 'Lists the broadcasts meant for a customer, with the outcome of each.',
    params: byId,
    result: z.object({
      broadcasts: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          state: z.enum(recipientStates),
          reason: z.string().nullable(),
          at: instant,
          answered_at: instant.nullable(),
        }),
      ),
    }),
  },
  'POST /api/v1/customers/:id/ask': {
    summary: 'Sends a customer a request for consent.',
    params: byId,
    body: askedByHand,
    result: z.object({
      asked: z.literal(true),
    }),
  },
  'GET /api/v1/campaign-rules': {
    summary: "Returns the shop's sending rules: hours, frequency caps, monthly budget.",
    result: campaignRules,
  },
  'PUT /api/v1/campaign-rules': {
    summary: "Replaces the shop's sending rules.",
    body: campaignRules,
    result: z.object({
      before: campaignRules,
    }),
  },
  'POST /api/v1/may-send': {
    summary: 'Says whether the rules allow a message of a purpose to a contact now.',
    body: maySendAsked,
    result: z.object({
      is: z.enum(['at', 'no', 'now']),
      /** with 'at': the earliest moment at which it may be sent */
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
