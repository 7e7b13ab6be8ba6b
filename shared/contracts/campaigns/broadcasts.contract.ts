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

/** The sending rules still decide who gets it. */
export const audience = z.discriminatedUnion('is', [
  z.object({ is: z.literal('everyone') }),
  z.object({ is: z.literal('tag'), tag_id: z.uuid() }),
  z.object({ is: z.literal('segment'), segment_id: z.uuid() }),
  /** the audience of another one that did not get it */
  z.object({ is: z.literal('rest'), broadcast_id: z.uuid() }),
])
export type Audience = z.output<typeof audience>

/** Longer than may be sent: reported, not cut. */
const text = z.string().max(5000)
const texts = z.object({ vi: text.optional(), en: text.optional() })
const button = { title: z.object({ vi: z.string().max(100).optional(), en: z.string().max(100).optional() }) }
const buttons = z
  .array(
    z.discriminatedUnion('is', [
      z.object({ is: z.literal('link'), ...button, url: z.string().max(1000) }),
      z.object({ is: z.literal('answer'), ...button }),
      z.object({ is: z.literal('sequence'), ...button, sequence_id: z.uuid().nullable() }),
      z.object({ is: z.literal('tag'), ...button, tag_id: z.uuid().nullable() }),
    ]),
  )
  .max(maxButtons)

const content = z.object({
  texts,
  fallback: z.enum(languages).nullable().default(null),
  template: chosenTemplate.nullable().optional(),
  /** A/B test; with a share (of 100) the others get the better one hours later. */
  b: z
    .object({
      texts,
      share: z.number().int().min(10).max(50).nullable().default(null),
      hours: z.number().int().min(1).max(24).default(4),
    })
    .nullable()
    .default(null),
  /** a key in `attachments` */
  picture: z
    .object({ file: z.string().min(1).max(300), name: z.string().max(200) })
    .nullable()
    .optional(),
  buttons: buttons.optional(),
})
export type BroadcastContent = z.output<typeof content>

export const broadcastDraft = z.object({
  name: z.string().max(100).optional(),
  audience: audience.optional(),
  purpose: z.enum(purposes).optional(),
  routes: z.array(z.enum(routeNames)).max(routeNames.length).optional(),
  content: content.optional(),
  /** team: the bot stays out. */
  on_reply: z.enum(['bot', 'team']).optional(),
  /** null: at once */
  start_at: z.iso.datetime({ offset: true }).nullable().optional(),
  /** null: 24 hours after the start */
  deadline: z.iso.datetime({ offset: true }).nullable().optional(),
  /** đồng per message; null: only what is free */
  max_each: z.number().int().min(0).max(1_000_000).nullable().optional(),
  /** may use what Zalo bills within max_each; null: as soon as it may cost anything */
  zalo_paid: z.boolean().nullable().optional(),
})

/** confirmed: it is no advertisement despite its wording. */
export const broadcastPreviewAsked = z.object({ confirmed: z.boolean().default(false) })

/** As that preview counted it. */
export const broadcastStart = z.object({
  preview_id: z.uuid(),
  /** đồng in total */
  max_cost: z.number().int().min(0).max(1_000_000_000),
})

export const broadcastTry = z.object({ contact_ids: z.array(z.uuid()).min(1).max(5) })

/** unsure: also those who may have it already. */
export const broadcastRetry = z.object({ unsure: z.boolean().default(false) })

/** rest: for those who did not get it. */
export const broadcastCopy = z.object({ rest: z.boolean().default(false) })

export const recipientsQuery = z.object({
  state: z.enum(recipientStates).optional(),
  answered: z.literal('true').optional(),
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

export const maySendAsked = z.object({ contact_id: z.uuid(), purpose: z.enum(purposes) })
