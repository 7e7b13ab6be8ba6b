import { z } from 'zod'
import { templateStates, templateTags } from './templates.contract.ts'

/** A template as the platform told it last; answer of `GET /api/v1/templates`. */
export const template = z.object({
  id: z.uuid(),
  channel_id: z.uuid(),
  kind: z.enum(['facebook', 'zalo']),
  external_id: z.string(),
  name: z.string(),
  language: z.string().nullable(),
  state: z.enum(templateStates),
  reason: z.string().nullable(),
  tag: z.enum(templateTags).nullable(),
  body: z.string().nullable(),
  params: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['number', 'date', 'text']),
      required: z.boolean(),
      /** letters */
      least: z.number(),
      most: z.number(),
    }),
  ),
  preview_url: z.string().nullable(),
  quality: z.string().nullable(),
  /** đồng */
  price_uid: z.number().nullable(),
  price_phone: z.number().nullable(),
  daily_quota: z.number().nullable(),
  quota_left: z.number().nullable(),
  quota_from: z.string().nullable(),
  /** null: its parameters and prices are not known yet */
  described_at: z.string().nullable(),
  read_at: z.string(),
})
export type Template = z.output<typeof template>

/** An account that may have templates, and when they were read. */
export const templateAccount = z.object({
  channel_id: z.uuid(),
  kind: z.enum(['facebook', 'zalo']),
  name: z.string(),
  connected: z.boolean(),
  /** null: they could be read */
  why: z.enum(['permission', 'plan', 'passing']).nullable(),
  read_at: z.string().nullable(),
  /** what its plan is called, as the platform tells; null: it does not */
  plan: z.string().nullable(),
  plan_until: z.string().nullable(),
  verified: z.boolean().nullable(),
  /** requests a minute: as it told, or as we keep to until it does */
  told_pace: z.number().nullable(),
  usual_pace: z.number(),
  /** messages for nothing after each act of a customer; 0: any number */
  free_replies: z.number(),
})
export type TemplateAccount = z.output<typeof templateAccount>
