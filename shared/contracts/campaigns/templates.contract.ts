import { z } from 'zod'
import type { TemplateParam } from '../../rules/campaigns/template-values.ts'
import { languages } from '../../words.ts'

export const templateStates = ['pending', 'approved', 'rejected', 'paused', 'disabled', 'gone'] as const
export type TemplateState = (typeof templateStates)[number]

export const templateTags = ['transaction', 'care', 'promotion'] as const
export type TemplateTag = (typeof templateTags)[number]

/** Why an account's templates could not be read: a permission is lacking, its plan has none, or it passes. */
export type TemplatesWhy = 'permission' | 'plan' | 'passing'

/** One that somebody chose. What stands in its places may hold places of its own, as texts do. */
export const chosenTemplate = z.object({
  id: z.uuid(),
  values: z.record(z.string().min(1).max(60), z.string().max(500)).refine(values => Object.keys(values).length <= 40),
})

/** A template as the platform told it last; answer of `GET /api/v1/templates`. */
export type Template = {
  id: string
  channel_id: string
  kind: 'facebook' | 'zalo'
  external_id: string
  name: string
  language: string | null
  state: TemplateState
  reason: string | null
  tag: TemplateTag | null
  body: string | null
  params: TemplateParam[]
  preview_url: string | null
  quality: string | null
  /** đồng */
  price_uid: number | null
  price_phone: number | null
  daily_quota: number | null
  quota_left: number | null
  quota_from: string | null
  /** null: its parameters and prices are not known yet */
  described_at: string | null
  read_at: string
}

/** An account that may have templates, and when they were read. */
export type TemplateAccount = {
  channel_id: string
  kind: 'facebook' | 'zalo'
  name: string
  connected: boolean
  /** null: they could be read */
  why: TemplatesWhy | null
  read_at: string | null
  /** what its plan is called, as the platform tells; null: it does not */
  plan: string | null
  plan_until: string | null
  verified: boolean | null
  /** requests a minute: as it told, or as we keep to until it does */
  told_pace: number | null
  usual_pace: number
  /** messages for nothing after each act of a customer; 0: any number */
  free_replies: number
}

/** `POST /api/v1/templates`: made at Messenger. {{1}}, {{2}} … are its places, each with an example. */
export const newTemplate = z.object({
  channel_id: z.uuid(),
  name: z.string().min(1).max(100),
  language: z.enum(languages),
  body: z.string().min(1).max(1024),
  examples: z.array(z.string().min(1).max(100)).max(8).default([]),
})
