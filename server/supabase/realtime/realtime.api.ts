import { z } from 'zod'
import { type Described, describeAll, type Protocol } from '#platform/feature.ts'
import { type ApiPart, noBody } from '#shared/contracts/endpoint.ts'
import { clientFrame, serverFrame } from './sockets/frame-schemas.ts'
import { broadcastName, messageList } from './topics/send-over-http.ts'

export const realtimeProtocol: Protocol = {
  name: 'realtime',
  about: 'What happens now, in the protocol of Supabase. Call it through @supabase/supabase-js.',
  refusal: z.union([z.object({ error: z.string() }), z.object({ errors: z.array(z.record(z.string(), z.string())) })]),
}

export const realtimeApi = {
  'GET /realtime/v1/websocket': {
    summary: 'Opens a connection that joins topics, sends to them and hears of them and of changed rows.',
    query: z.object({ vsn: z.enum(['1.0.0', '2.0.0']).default('1.0.0'), apikey: z.string().optional() }),
    messages: clientFrame,
    result: serverFrame,
  },
  'POST /realtime/v1/api/broadcast': {
    summary: 'Sends messages to topics; what the bearer may not send is dropped.',
    body: messageList,
    result: noBody,
  },
  'POST /realtime/v1/api/broadcast/:topic/events/:event': {
    summary: 'Sends one message, JSON or bytes, to a topic.',
    params: z.object({ topic: broadcastName, event: broadcastName }),
    query: z.object({ private: z.string().optional() }),
    body: z.unknown(),
    bodies: { 'application/octet-stream': z.file() },
    result: noBody,
  },
} satisfies ApiPart

export const describedRealtime: Described[] = describeAll(realtimeApi, realtimeProtocol, 'public-key', {
  'GET /realtime/v1/websocket': 101,
  'POST /realtime/v1/api/broadcast': 202,
  'POST /realtime/v1/api/broadcast/:topic/events/:event': 202,
})
