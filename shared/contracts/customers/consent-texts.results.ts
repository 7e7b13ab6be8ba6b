import { z } from 'zod'
import { languages } from '../../words.ts'
import { instant } from '../endpoint.ts'

export const consentText = z.object({
  purpose: z.enum(['promotion', 'care']),
  language: z.enum(languages),
  version: z.number(),
  words: z.string(),
  max_messages: z.number(),
  in_days: z.number(),
  made_by: z.string(),
  created_at: instant,
})
export type ConsentText = z.output<typeof consentText>
