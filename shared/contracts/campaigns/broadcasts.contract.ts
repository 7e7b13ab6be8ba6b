import { z } from 'zod'
import { maxButtons } from '../../rules/campaigns/campaign-buttons.ts'
import { purposes } from '../../rules/campaigns/send-question.ts'
import { routeNames } from '../../rules/campaigns/send-question.ts'
import { languages } from '../../words.ts'
import { chosenTemplate } from './templates.contract.ts'

export const broadcastStates = ['draft', 'scheduled', 'planning', 'running', 'paused', 'done', 'cancelled'] as const
export type BroadcastState = (typeof broadcastStates)[number]

export const recipientStates = [
  ...(['planned', 'waiting', 'queued', 'sent', 'delivered', 'read'] as const),
  ...(['failed', 'unsure', 'skipped'] as const),
] as const
export type RecipientState = (typeof recipientStates)[number]

/** Whom it is meant for; the rules decide who of them gets it. */
export const audience = z.discriminatedUnion('is', [
  z.object({ is: z.literal('everyone') }),
  z.object({ is: z.literal('tag'), tag_id: z.uuid() }),
  z.object({ is: z.literal('segment'), segment_id: z.uuid() }),
  /** who was meant by another one, and did not get it */
  z.object({ is: z.literal('rest'), broadcast_id: z.uuid() }),
])
export type Audience = z.output<typeof audience>

/** A draft may hold more than may be sent: what is too long is said, not cut. */
const text = z.string().max(5000)
const texts = z.object({ vi: text.optional(), en: text.optional() })
const button = { title: z.object({ vi: z.string().max(100).optional(), en: z.string().max(100).optional() }) }
/** What can be pressed under it: a link, words that are said to the bot, or the beginning of a sequence. */
const buttons = z
  .array(
    z.discriminatedUnion('is', [
      z.object({ is: z.literal('link'), ...button, url: z.string().max(1000) }),
      z.object({ is: z.literal('answer'), ...button }),
      z.object({ is: z.literal('sequence'), ...button, sequence_id: z.uuid().nullable() }),
    ]),
  )
  .max(maxButtons)

const content = z.object({
  texts,
  fallback: z.enum(languages).nullable().default(null),
  /** In place of a text. */
  template: chosenTemplate.nullable().optional(),
  /** A second text for half of them. With a share (of 100) only so many get one of the two, and the others, hours later, what was answered more. */
  b: z
    .object({
      texts,
      share: z.number().int().min(10).max(50).nullable().default(null),
      hours: z.number().int().min(1).max(24).default(4),
    })
    .nullable()
    .default(null),
  /** With both texts the same: a file of the shop's own `attachments`. */
  picture: z
    .object({ file: z.string().min(1).max(300), name: z.string().max(200) })
    .nullable()
    .optional(),
  /** Under both texts the same. */
  buttons: buttons.optional(),
})
export type BroadcastContent = z.output<typeof content>

/** `POST /api/v1/broadcasts` and `PATCH /api/v1/broadcasts/:id`. */
export const broadcastDraft = z.object({
  name: z.string().max(100).optional(),
  audience: audience.optional(),
  purpose: z.enum(purposes).optional(),
  /** The ways that it may take. */
  routes: z.array(z.enum(routeNames)).max(routeNames.length).optional(),
  content: content.optional(),
  /** Whose turn it is when a customer answers: the bot's as usual, or the team's, and the bot stays out of it. */
  on_reply: z.enum(['bot', 'team']).optional(),
  /** null: at once. */
  start_at: z.iso.datetime({ offset: true }).nullable().optional(),
  /** What could not go by then is not sent; null: 24 hours after the start. */
  deadline: z.iso.datetime({ offset: true }).nullable().optional(),
  /** đồng, for one message; null: only what is free */
  max_each: z.number().int().min(0).max(1_000_000).nullable().optional(),
})

/** `POST /api/v1/broadcasts/:id/preview`; confirmed: it advertises nothing, whatever it sounds like. */
export const broadcastPreviewAsked = z.object({ confirmed: z.boolean().default(false) })

/** `POST /api/v1/broadcasts/:id/start`: this content, as that preview counted it, and no more money than that. */
export const broadcastStart = z.object({
  preview_id: z.uuid(),
  /** đồng, for all of it */
  max_cost: z.number().int().min(0).max(1_000_000_000),
})

/** `POST /api/v1/broadcasts/:id/test`: to these of the team. */
export const broadcastTry = z.object({ contact_ids: z.array(z.uuid()).min(1).max(5) })

/** `POST /api/v1/broadcasts/:id/retry`; unsure: also who may have it already. */
export const broadcastRetry = z.object({ unsure: z.boolean().default(false) })

/** `POST /api/v1/broadcasts/:id/copy`; rest: for who did not get it. */
export const broadcastCopy = z.object({ rest: z.boolean().default(false) })

export const recipientsQuery = z.object({
  state: z.enum(recipientStates).optional(),
  answered: z.literal('true').optional(),
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

/** `POST /api/v1/may-send`. */
export const maySendAsked = z.object({ contact_id: z.uuid(), purpose: z.enum(purposes) })
