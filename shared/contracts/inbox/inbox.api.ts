import { bulkResult, cannedReplyRow, listedConversation, noteRow, tagRow } from './conversations.results.ts'
import { customerDetailKinds } from '../customers/customer.contract.ts'
import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { byId, instant } from '../endpoint.ts'
import { channelHealth } from '../channels/channels.contract.ts'
import { paidReplies, paidRepliesBody } from '../channels/paid-replies.contract.ts'
import { changedTag, mergedTag, newTag, taggedConversation } from '../customers/tags.contract.ts'
import { botStatuses, channelStatuses, conversationStatuses, messageAuthors, messageStatuses } from '../../words.ts'
import { bulkBody, conversationsQuery } from './conversations.contract.ts'
import { changedCustomer } from '../customers/customer.contract.ts'
import { changedCannedReply, newCannedReply } from './canned-replies.contract.ts'

export const replyBody = z.object({
  text: z.string().max(10_000).default(''),
  /** Uploaded to the bucket `attachments` before. */
  attachments: z
    .array(z.object({ file: z.string().max(200), name: z.string().max(200).optional() }))
    .max(10)
    .default([]),
  /** The platform's message id. */
  reply_to: z.string().max(300).optional(),
  /** Agrees that the platform charges for it. */
  may_cost: z.boolean().default(false),
  /** By the platform's form where it has one (Zalo), else by text. */
  asks_details: z.boolean().default(false),
  client_id: z.uuid().optional(),
})

export const retryBody = z.object({
  may_cost: z.boolean().optional(),
})

export const pauseBody = z.object({ minutes: z.number().int().min(1).max(10_080).optional() })

export const snoozeBody = z.object({
  /** null: now */
  until: z.iso.datetime({ offset: true }).nullable(),
})

export const assignBody = z.object({
  /** null: nobody */
  person_id: z.uuid().nullable(),
  /** The assignee the caller saw; 409 if it has changed. */
  instead_of: z.uuid().nullable().optional(),
})

export const readBody = z.object({
  unread: z.boolean().default(false),
})

const text = z.string().trim().min(1).max(4000)

const mentions = z.array(z.uuid()).max(20).default([])

export const noteBody = z.object({ text, mentions })

export const changedNoteBody = z.object({
  text,
  mentions,
  /** 409 if there is a newer version. */
  version: z.number().int().positive().optional(),
})

export const inboxApi = {
  'POST /api/v1/conversations/:id/reply': {
    summary: 'Replies to the customer; the bot stays silent for half an hour.',
    params: byId,
    body: replyBody,
    result: z.object({
      id: z.uuid(),
      seq: z.number(),
      channel_id: z.uuid(),
      text: z.string(),
      author: z.enum(messageAuthors),
      status: z.enum(messageStatuses),
      created_at: instant,
      client_id: z.uuid().nullable(),
    }),
  },
  'GET /api/v1/channels/:id/paid-replies': {
    summary: "Returns the monthly ceiling of the bot's paid messages on a Zalo account and what of it is used.",
    params: byId,
    result: paidReplies,
  },
  'PUT /api/v1/channels/:id/paid-replies': {
    summary: "Sets the monthly ceiling of the bot's paid messages on a Zalo account; null: it pays nothing.",
    params: byId,
    body: paidRepliesBody,
    result: paidReplies,
  },
  'POST /api/v1/channels/:id/repair': {
    summary: 'Repairs what can be repaired of a channel without signing in again.',
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.enum(channelStatuses),
      health: channelHealth,
    }),
  },
  'POST /api/v1/channels/:id/check': {
    summary: 'Checks the health of a channel now.',
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.enum(channelStatuses),
      health: channelHealth,
    }),
  },
  'POST /api/v1/messages/:id/retry': {
    summary: 'Sends a message again that failed, is held or may not have arrived.',
    params: byId,
    body: retryBody,
    result: z.object({
      id: z.uuid(),
      status: z.enum(messageStatuses),
    }),
  },
  'POST /api/v1/conversations/:id/pause-bot': {
    summary: 'Pauses the bot in a conversation, for some minutes or until it is resumed.',
    params: byId,
    body: pauseBody,
    result: z.object({
      bot_status: z.enum(botStatuses),
      bot_off_until: instant.nullable(),
    }),
  },
  'POST /api/v1/conversations/:id/resume-bot': {
    summary: 'Resumes the bot in a conversation.',
    params: byId,
    result: z.object({
      bot_status: z.enum(botStatuses),
      bot_off_until: z.null(),
    }),
  },
  'POST /api/v1/conversations/:id/typing': {
    summary: 'Shows the customer that a member is typing, and holds the bot back for a minute.',
    params: byId,
    result: z.object({
      bot_held_until: instant,
    }),
  },
  'POST /api/v1/conversations/:id/close': {
    summary: 'Closes a conversation.',
    params: byId,
    result: z.object({
      status: z.enum(conversationStatuses),
    }),
  },
  'POST /api/v1/conversations/:id/reopen': {
    summary: 'Reopens a closed conversation.',
    params: byId,
    result: z.object({
      status: z.enum(conversationStatuses),
    }),
  },
  'POST /api/v1/conversations/:id/snooze': {
    summary: 'Snoozes a conversation until a time, or wakes it.',
    params: byId,
    body: snoozeBody,
    result: z.object({
      status: z.enum(conversationStatuses),
      snoozed_until: instant.nullable(),
    }),
  },
  'POST /api/v1/conversations/:id/assign': {
    summary: 'Assigns a conversation to a member, or to nobody.',
    params: byId,
    body: assignBody,
    result: z.object({
      assignee_id: z.uuid().nullable(),
    }),
  },
  'POST /api/v1/conversations/:id/read': {
    summary: 'Marks a conversation as read, or as unread.',
    params: byId,
    body: readBody,
    result: z.object({
      read_at: instant,
    }),
  },
  'POST /api/v1/conversations/:id/tags': {
    summary: 'Adds tags to a conversation and removes others.',
    params: byId,
    body: taggedConversation,
    result: z.object({
      tag_ids: z.array(z.string()),
    }),
  },
  'POST /api/v1/tags': { summary: 'Creates a tag.', body: newTag, result: tagRow },
  'GET /api/v1/tags/uses': {
    summary: 'Returns how many conversations have each tag.',
    result: z.object({
      uses: z.array(
        z.object({
          tag_id: z.uuid(),
          conversations: z.number(),
        }),
      ),
    }),
  },
  'PATCH /api/v1/tags/:id': {
    summary: 'Changes the name or colour of a tag.',
    params: byId,
    body: changedTag,
    result: tagRow,
  },
  'POST /api/v1/tags/:id/merge': {
    summary: 'Merges a tag into another.',
    params: byId,
    body: mergedTag,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'DELETE /api/v1/tags/:id': {
    summary: 'Deletes a tag, also from its conversations.',
    params: byId,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'GET /api/v1/conversations': {
    summary: 'Lists and searches conversations, page by page.',
    query: conversationsQuery,
    result: z.object({
      conversations: z.array(listedConversation),
      /** For `after`; null: the last page. */
      next: z.string().nullable(),
    }),
  },
  'GET /api/v1/conversations/unread': {
    summary: "Counts the caller's unread open conversations, up to 100.",
    result: z.object({
      count: z.number(),
    }),
  },
  'POST /api/v1/conversations/bulk': {
    summary: 'Does one thing with several conversations.',
    body: bulkBody,
    result: bulkResult,
  },
  'POST /api/v1/conversations/:id/notes': {
    summary: 'Adds an internal note to a conversation.',
    params: byId,
    body: noteBody,
    result: noteRow,
  },
  'PATCH /api/v1/notes/:id': {
    summary: "Changes a note: one's own or, as an admin, anybody's.",
    params: byId,
    body: changedNoteBody,
    result: noteRow,
  },
  'DELETE /api/v1/notes/:id': {
    summary: "Deletes a note: one's own or, as an admin, anybody's.",
    params: byId,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'PATCH /api/v1/conversations/:id/customer': {
    summary: "Changes name and contact details of a conversation's customer.",
    params: byId,
    body: changedCustomer,
    result: z.object({
      name: z.string(),
      version: z.number(),
      added: z.array(z.string()),
      removed: z.array(
        z.object({
          kind: z.enum(customerDetailKinds),
          value: z.string(),
        }),
      ),
    }),
  },
  'POST /api/v1/canned-replies': { summary: 'Adds a canned reply.', body: newCannedReply, result: cannedReplyRow },
  'PATCH /api/v1/canned-replies/:id': {
    summary: 'Changes a canned reply.',
    params: byId,
    body: changedCannedReply,
    result: cannedReplyRow,
  },
  'DELETE /api/v1/canned-replies/:id': {
    summary: 'Deletes a canned reply.',
    params: byId,
    result: z.object({
      id: z.uuid(),
    }),
  },
} satisfies ApiPart
