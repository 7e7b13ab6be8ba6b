import { z } from 'zod'
import { channelKinds, conversationGroups } from '../../words.ts'

/** Which conversations are listed; everything that is named must hold. */
export const conversationsQuery = z.object({
  group: z.enum(conversationGroups).default('open'),
  source: z.enum(channelKinds).optional(),
  channel: z.uuid().optional(),
  bot: z.enum(['on', 'off']).optional(),
  /** Whose they are: the caller's, nobody's, or a person's. */
  assignee: z.union([z.enum(['me', 'nobody']), z.uuid()]).optional(),
  tag: z.uuid().optional(),
  /** By the caller. */
  unread: z.literal('true').optional(),
  /**
   * Words in names, contact details and messages; marks do not matter, the last word may be unfinished. First those that have all
   * of them in one message or in what is known of the customer, then those (`apart`) that have each of them somewhere.
   */
  q: z.string().max(200).optional(),
  /** Where the page before ended, as it said. */
  after: z
    .string()
    .regex(/^~?\d{13}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

/** Where the words were found: the newest message that has them, or has the most of them, or a phone number, e-mail or address. The name stands on the row. */
export type ConversationHit =
  | { kind: 'message'; seq: number; author: string; text: string }
  | { kind: 'detail'; text: string }

const tagList = z.array(z.string().trim().min(1).max(40)).max(20).default([])

/** What is done with several conversations, each as if it were done by itself. */
export const bulkAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('close') }),
  /** waiting: a person is still wanted; for taking back a closing. */
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
