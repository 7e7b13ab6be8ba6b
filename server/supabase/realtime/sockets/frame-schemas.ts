import { z } from 'zod'
import { instant } from '#shared/contracts/endpoint.ts'
import { joinPayload } from '../topics/join-channel.ts'
import { rowBindingRequest } from '../row-changes/row-bindings.ts'
import { broadcastPayload, presencePayload } from './handle-client-events.ts'
import { tokenPayload } from './renew-token.ts'

/** Which join a frame belongs to, and which frame a reply answers. */
const ref = z.string().nullable()
const topic = z.string()

function frame<Event extends string, Payload extends z.ZodType>(event: Event, payload: Payload) {
  return z.tuple([ref, ref, topic, z.literal(event), payload])
}

/** Version 2.0.0. A broadcast may be sent as bytes instead: lengths, the texts, the payload. */
export const clientFrame = z.union([
  frame('phx_join', joinPayload),
  frame('phx_leave', z.unknown()),
  frame('heartbeat', z.unknown()),
  frame('access_token', tokenPayload),
  frame('broadcast', broadcastPayload),
  frame('presence', presencePayload),
])

const reply = z.union([
  z.object({ status: z.literal('ok'), response: z.strictObject({}) }),
  z.object({
    status: z.literal('ok'),
    response: z.object({ postgres_changes: z.array(rowBindingRequest.extend({ id: z.int() })) }),
  }),
  z.object({ status: z.literal('error'), response: z.object({ reason: z.string() }) }),
])
const presences = z.record(z.string(), z.object({ metas: z.array(z.looseObject({ phx_ref: z.string() })) }))
const row = z.record(z.string(), z.unknown())
const rowChange = z.object({
  schema: z.literal('public'),
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  commit_timestamp: instant,
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  record: row.optional(),
  /** The row before, or its key. */
  old_record: row.optional(),
  /** A row of more than a megabyte comes without its long columns. */
  errors: z.array(z.string()).nullable(),
})

/** Version 2.0.0; in 1.0.0 an object with the same five: join_ref, ref, topic, event, payload. */
export const serverFrame = z.union([
  frame('phx_reply', reply),
  frame('phx_close', z.object({})),
  frame(
    'system',
    z.object({
      extension: z.enum(['system', 'postgres_changes']),
      status: z.enum(['ok', 'error']),
      message: z.string(),
      channel: z.string(),
    }),
  ),
  frame('presence_state', presences),
  frame('presence_diff', z.object({ joins: presences, leaves: presences })),
  frame('broadcast', z.object({ type: z.literal('broadcast'), event: z.string(), payload: z.unknown() })),
  frame('postgres_changes', z.object({ ids: z.array(z.int()), data: rowChange })),
])
