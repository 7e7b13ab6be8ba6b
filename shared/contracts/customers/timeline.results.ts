import { z } from 'zod'
import { channelKinds, conversationStatuses, messageAuthors } from '../../words.ts'
import { instant } from '../endpoint.ts'

export const timelineEntry = z.object({
  kind: z.enum(['talk', 'campaign']),
  /** Of the conversation, or of the campaign's message. */
  id: z.uuid(),
  at: instant,
  source: z.enum(channelKinds),
  channel_id: z.uuid(),
  /** null: a campaign's message */
  status: z.enum(conversationStatuses).nullable(),
  /** Of the campaign's message. */
  text: z.string(),
  /** The last of the conversation, the oldest first. */
  messages: z.array(
    z.object({ id: z.uuid(), author: z.enum(messageAuthors), direction: z.enum(['in', 'out']), text: z.string() }),
  ),
})
export type TimelineEntry = z.output<typeof timelineEntry>
