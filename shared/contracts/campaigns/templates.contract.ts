import { z } from 'zod'
import { languages } from '../../words.ts'

export const templateStates = ['pending', 'approved', 'rejected', 'paused', 'disabled', 'gone'] as const
export type TemplateState = (typeof templateStates)[number]

export const templateTags = ['transaction', 'care', 'promotion'] as const
export type TemplateTag = (typeof templateTags)[number]

export type TemplatesWhy = 'permission' | 'plan' | 'passing'

/** Values may contain placeholders. */
export const chosenTemplate = z.object({
  id: z.uuid(),
  values: z.record(z.string().min(1).max(60), z.string().max(500)).refine(values => Object.keys(values).length <= 40),
})

/** On Messenger, with an example for each of {{1}}, {{2}} …. */
export const newTemplate = z.object({
  channel_id: z.uuid(),
  name: z.string().min(1).max(100),
  language: z.enum(languages),
  body: z.string().min(1).max(1024),
  examples: z.array(z.string().min(1).max(100)).max(8).default([]),
})
