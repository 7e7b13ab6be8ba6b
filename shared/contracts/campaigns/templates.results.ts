import { z } from 'zod'
import { instant } from '../endpoint.ts'
import { templateStates, templateTags } from './templates.contract.ts'

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
      /** characters */
      min_length: z.number(),
      max_length: z.number(),
    }),
  ),
  preview_url: z.string().nullable(),
  quality: z.string().nullable(),
  /** đồng */
  price_uid: z.number().nullable(),
  price_phone: z.number().nullable(),
  daily_quota: z.number().nullable(),
  quota_left: z.number().nullable(),
  quota_from: instant.nullable(),
  /** null: parameters and prices unknown */
  described_at: instant.nullable(),
  read_at: instant,
})
export type Template = z.output<typeof template>

export const templateAccount = z.object({
  channel_id: z.uuid(),
  kind: z.enum(['facebook', 'zalo']),
  name: z.string(),
  connected: z.boolean(),
  /** null: they could be read */
  why: z.enum(['permission', 'plan', 'passing']).nullable(),
  read_at: instant.nullable(),
  plan: z.string().nullable(),
  plan_until: z.string().nullable(),
  verified: z.boolean().nullable(),
  /** requests per minute */
  stated_pace: z.number().nullable(),
  default_pace: z.number(),
  /** free messages after each customer action; 0: unlimited */
  free_replies: z.number(),
  /** consultation messages that the platform says are left; null with a time: no limit */
  replies_left: z.number().nullable(),
  replies_total: z.number().nullable(),
  /** null: the platform has reported nothing yet */
  replies_read_at: instant.nullable(),
  /** this month's messages by the allowance the platform took them from; billed: it named none */
  taken: z.object({ free: z.number(), quota: z.number(), billed: z.number() }),
})
export type TemplateAccount = z.output<typeof templateAccount>
