import { z } from 'zod'
import { intentKinds, intentStates } from '../../words.ts'
import type { ApiPart } from '../endpoint.ts'
import { byId, instant } from '../endpoint.ts'
import { settledIntent } from './intents.contract.ts'

export const intentsApi = {
  'POST /api/v1/intents/:id/settle': {
    summary: 'Settles or changes an intent (an order, a booking) that the bot noticed in a conversation.',
    params: byId,
    body: settledIntent,
    result: z.object({
      what: z.string().nullable(),
      said_when: z.string().nullable(),
      how_many: z.string().nullable(),
      customer_name: z.string().nullable(),
      phone: z.string().nullable(),
      address: z.string().nullable(),
      id: z.uuid(),
      state: z.enum(intentStates),
      kind: z.enum(intentKinds),
      contact_id: z.uuid(),
      seq: z.number(),
      workspace_id: z.uuid(),
      created_at: instant,
      settled_at: instant.nullable(),
      conversation_id: z.uuid(),
      message_id: z.uuid(),
      last_message_id: z.string(),
      acknowledged_at: instant.nullable(),
      asked_at: instant.nullable(),
      reply_id: z.uuid().nullable(),
      settled_by: z.string().nullable(),
    }),
  },
} satisfies ApiPart
