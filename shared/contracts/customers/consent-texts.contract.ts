import { z } from 'zod'
import { languages } from '../../words.ts'

/** `POST /api/v1/consent-texts`: the words from now on. */
export const newConsentText = z.object({
  purpose: z.enum(['promotion', 'care']),
  language: z.enum(languages),
  words: z.string().trim().min(1).max(1000),
  /** How many messages at most, and in how many days. */
  most: z.number().int().min(1).max(30),
  in_days: z.number().int().min(1).max(90),
})
