import { listedConversation } from './conversations.results.ts'
import { customerDetailKinds } from '../customers/customer.contract.ts'
import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { byId, instant } from '../endpoint.ts'
import { channelHealth } from '../channels/channels.contract.ts'
import { changedTag, mergedTag, newTag, taggedConversation } from '../customers/tags.contract.ts'
import { tagColours } from '../../rules/tag-colours.ts'
import { bulkBody, conversationsQuery } from './conversations.contract.ts'
import { bulkResult } from './conversations.results.ts'
import { changedCustomer } from '../customers/customer.contract.ts'
import { changedCannedReply, newCannedReply } from './canned-replies.contract.ts'
import { languages } from '../../words.ts'

export const replyBody = z.object({
  text: z.string().max(10_000).default(''),
  /** Files that the member has put into the bucket `attachments`. */
  attachments: z
    .array(z.object({ file: z.string().max(200), name: z.string().max(200).optional() }))
    .max(10)
    .default([]),
  /** The platform's id of the message that this one answers. */
  reply_to: z.string().max(300).optional(),
  /** The platform will bill it, and the member agrees. */
  may_cost: z.boolean().default(false),
  /** Asks for name, phone and address: by the platform's own form where it has one (Zalo), else by the text alone. */
  asks_details: z.boolean().default(false),
  client_id: z.uuid().optional(),
})

export const retryBody = z.object({
  /** The platform will bill it, and the person agrees. */
  may_cost: z.boolean().optional(),
})

export const pauseBody = z.object({ minutes: z.number().int().min(1).max(10_080).optional() })

export const snoozeBody = z.object({
  /** When it comes back; null: now. */
  until: z.iso.datetime({ offset: true }).nullable(),
})

export const assignBody = z.object({
  /** The person of an active member; null: nobody. */
  person_id: z.uuid().nullable(),
  /** Who looked after it when the caller decided, null: nobody. Where that is another by now, nothing is changed and the answer is 409. */
  instead_of: z.uuid().nullable().optional(),
})

export const readBody = z.object({
  /** Puts it back among what is to be read. */
  unread: z.boolean().default(false),
})

const text = z.string().trim().min(1).max(4000)

/** People whom the text names with an @. */
const mentions = z.array(z.uuid()).max(20).default([])

export const noteBody = z.object({ text, mentions })

export const changedNoteBody = z.object({
  text,
  mentions,
  /** The version that was read before. Where there is a newer one, nothing is changed and the answer is 409. */
  version: z.number().int().positive().optional(),
})

const tagRow = z.object({
  id: z.uuid(),
  name: z.string(),
  colour: z.enum(tagColours),
})

const noteRow = z.object({
  id: z.uuid(),
  text: z.string(),
  mentions: z.array(z.string()),
  created_at: instant,
  version: z.number(),
})

const cannedReplyRow = z.object({
  id: z.uuid(),
  title: z.string(),
  shortcut: z.string(),
  text: z.string(),
  language: z.enum(languages).nullable(),
  version: z.number(),
})

/** What the addresses of conversations take and give. */
export const inboxApi = {
  'POST /api/v1/conversations/:id/reply': {
    params: byId,
    body: replyBody,
    result: z.object({
      id: z.uuid(),
      seq: z.number(),
      channel_id: z.uuid(),
      text: z.string(),
      author: z.string(),
      status: z.string(),
      created_at: instant,
      client_id: z.uuid().nullable(),
    }),
  },
  'POST /api/v1/channels/:id/repair': {
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.enum(['paused', 'connected', 'disconnected', 'connecting', 'needs_reconnect']),
      health: channelHealth,
    }),
  },
  'POST /api/v1/channels/:id/check': {
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.enum(['paused', 'connected', 'disconnected', 'connecting', 'needs_reconnect']),
      health: channelHealth,
    }),
  },
  'POST /api/v1/messages/:id/retry': {
    params: byId,
    body: retryBody,
    result: z.object({
      id: z.uuid(),
      status: z.string(),
    }),
  },
  'POST /api/v1/conversations/:id/pause-bot': {
    params: byId,
    body: pauseBody,
    result: z.object({
      bot_status: z.string(),
      bot_off_until: instant.nullable(),
    }),
  },
  'POST /api/v1/conversations/:id/resume-bot': {
    params: byId,
    result: z.object({
      bot_status: z.string(),
      bot_off_until: z.null(),
    }),
  },
  'POST /api/v1/conversations/:id/typing': {
    params: byId,
    result: z.object({
      bot_held_until: instant,
    }),
  },
  'POST /api/v1/conversations/:id/close': {
    params: byId,
    result: z.object({
      status: z.string(),
    }),
  },
  'POST /api/v1/conversations/:id/reopen': {
    params: byId,
    result: z.object({
      status: z.string(),
    }),
  },
  'POST /api/v1/conversations/:id/snooze': {
    params: byId,
    body: snoozeBody,
    result: z.object({
      status: z.string(),
      snoozed_until: instant.nullable(),
    }),
  },
  'POST /api/v1/conversations/:id/assign': {
    params: byId,
    body: assignBody,
    result: z.object({
      assignee_id: z.uuid().nullable(),
    }),
  },
  'POST /api/v1/conversations/:id/read': {
    params: byId,
    body: readBody,
    result: z.object({
      read_at: instant,
    }),
  },
  'POST /api/v1/conversations/:id/tags': {
    params: byId,
    body: taggedConversation,
    result: z.object({
      tag_ids: z.array(z.string()),
    }),
  },
  'POST /api/v1/tags': { body: newTag, result: tagRow },
  'GET /api/v1/tags/uses': {
    result: z.object({
      uses: z.array(
        z.object({
          tag_id: z.uuid(),
          conversations: z.number(),
        }),
      ),
    }),
  },
  'PATCH /api/v1/tags/:id': { params: byId, body: changedTag, result: tagRow },
  'POST /api/v1/tags/:id/merge': {
    params: byId,
    body: mergedTag,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'DELETE /api/v1/tags/:id': {
    params: byId,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'GET /api/v1/conversations': {
    query: conversationsQuery,
    result: z.object({
      conversations: z.array(listedConversation),
      /** What to name as `after` for the next page; null: this is the last one. */
      next: z.string().nullable(),
    }),
  },
  'GET /api/v1/conversations/unread': {
    result: z.object({
      count: z.number(),
    }),
  },
  'POST /api/v1/conversations/bulk': { body: bulkBody, result: bulkResult },
  'POST /api/v1/conversations/:id/notes': { params: byId, body: noteBody, result: noteRow },
  'PATCH /api/v1/notes/:id': { params: byId, body: changedNoteBody, result: noteRow },
  'DELETE /api/v1/notes/:id': {
    params: byId,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'PATCH /api/v1/conversations/:id/customer': {
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
  'POST /api/v1/canned-replies': { body: newCannedReply, result: cannedReplyRow },
  'PATCH /api/v1/canned-replies/:id': { params: byId, body: changedCannedReply, result: cannedReplyRow },
  'DELETE /api/v1/canned-replies/:id': {
    params: byId,
    result: z.object({
      id: z.uuid(),
    }),
  },
} satisfies ApiPart
