import { z } from 'zod'
import { botStatuses, channelKinds, conversationGroups, type MessageAuthor } from '../../words.ts'

/** Criteria are combined by AND. */
export const conversationsQuery = z.object({
  group: z.enum(conversationGroups).default('open'),
  source: z.enum(channelKinds).optional(),
  channel: z.uuid().optional(),
  bot: z.enum(botStatuses).optional(),
  assignee: z.union([z.enum(['me', 'nobody']), z.uuid()]).optional(),
  tag: z.uuid().optional(),
  unread: z.literal('true').optional(),
  /** Diacritics are ignored, and the last word may be a prefix. First those with all words in one place, then `apart`. */
  q: z.string().max(200).optional(),
  after: z
    .string()
    .regex(/^~?\d{13}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

/** The newest message with the most words, or a contact detail. */
export type ConversationHit =
  | { kind: 'message'; seq: number; author: MessageAuthor; text: string }
  | { kind: 'detail'; text: string }

const tagList = z.array(z.string().trim().min(1).max(40)).max(20).default([])

export const bulkAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('close') }),
  /** waiting: still needs a person; undoes a close. */
  z.object({ act: z.literal('reopen'), waiting: z.boolean().default(false) }),
  z.object({ act: z.literal('snooze'), until: z.iso.datetime({ offset: true }).nullable() }),
  z.object({ act: z.literal('assign'), person_id: z.uuid().nullable() }),
  z.object({ act: z.literal('tags'), add: tagList, remove: tagList }),
  z.object({ act: z.literal('read'), unread: z.boolean().default(false) }),
  z.object({ act: z.literal('pause-bot'), minutes: z.number().int().min(1).max(10_080).optional() }),
  z.object({ act: z.literal('resume-bot') }),
])
export type BulkAct = z.input<typeof bulkAct>

export const maxInBulk = 50
export const bulkBody = z.object({ ids: z.array(z.uuid()).min(1).max(maxInBulk) }).and(bulkAct)
