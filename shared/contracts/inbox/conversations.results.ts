import { instant } from '../endpoint.ts'
import { z } from 'zod'
import { tagColours } from '../../rules/tag-colours.ts'
import { botStatuses, channelKinds, conversationStatuses, languages, lanes, messageAuthors } from '../../words.ts'

export const bulkResult = z.object({
  done: z.array(z.string()),
  failed: z.array(
    z.object({
      id: z.uuid(),
      code: z.string(),
      message: z.string(),
    }),
  ),
})
export type BulkResult = z.output<typeof bulkResult>

export const listedConversation = z.object({
  id: z.uuid(),
  workspace_id: z.uuid(),
  channel_id: z.uuid(),
  contact_id: z.uuid(),
  source: z.enum(channelKinds),
  status: z.enum(conversationStatuses),
  snoozed_until: instant.nullable(),
  bot_status: z.enum(botStatuses),
  bot_off_by: z.enum(['member', 'echo', 'hand_over', 'standby']).nullable(),
  bot_off_until: instant.nullable(),
  bot_held_until: instant.nullable(),
  contact_typing_at: instant.nullable(),
  waiting_since: instant.nullable(),
  assignee_id: z.uuid().nullable(),
  last_seq: z.number(),
  last_message_at: instant,
  last_inbound_at: instant.nullable(),
  preview: z.string(),
  preview_author: z.enum(messageAuthors),
  contact_name: z.string(),
  sentiment: z.enum(['positive', 'neutral', 'negative']).nullable(),
  language: z.enum(languages).nullable(),
  created_at: instant,
  last_interaction_at: instant.nullable(),
  delivered_up_to: instant.nullable(),
  read_up_to: instant.nullable(),
  patience_for: instant.nullable(),
  tag_ids: z.array(z.uuid()),
  inbound_count: z.number(),
  lane: z.enum(lanes).nullable(),
  customer_said: z.string(),
  bot_replied_at: instant.nullable(),
  apart: z.literal(true).optional(),
  hit: z
    .union([
      z.object({
        kind: z.literal('message'),
        seq: z.number(),
        author: z.enum(messageAuthors),
        text: z.string(),
      }),
      z.object({
        kind: z.literal('detail'),
        text: z.string(),
      }),
    ])
    .optional(),
})

export const tagRow = z.object({
  id: z.uuid(),
  name: z.string(),
  colour: z.enum(tagColours),
})

export const noteRow = z.object({
  id: z.uuid(),
  text: z.string(),
  mentions: z.array(z.string()),
  created_at: instant,
  version: z.number(),
})

export const cannedReplyRow = z.object({
  id: z.uuid(),
  title: z.string(),
  shortcut: z.string(),
  text: z.string(),
  language: z.enum(languages).nullable(),
  version: z.number(),
})
