import { z } from 'zod'
import { languages } from '../../words.ts'

export const newConsentText = z.object({
  purpose: z.enum(['promotion', 'care']),
  language: z.enum(languages),
  words: z.string().trim().min(1).max(1000),
  max_messages: z.number().int().min(1).max(30),
  in_days: z.number().int().min(1).max(90),
})
