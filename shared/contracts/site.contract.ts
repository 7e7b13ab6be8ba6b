import { z } from 'zod'

export const maxRequestLength = 2000

/** E-mail or phone is enough. */
export const contactRequest = z.object({
  email_or_phone: z.string().max(300).optional(),
  email: z.string().max(300).optional(),
  phone: z.string().max(300).optional(),
  name: z.string().max(200).default(''),
  message: z.string().max(20_000).default(''),
  human_check: z.string().max(4096).default(''),
  /** For forms that cannot send the header. */
  token: z.string().max(200).optional(),
})
export type ContactRequest = z.output<typeof contactRequest>

export const pageView = z.object({ path: z.string().max(2048), token: z.string().max(200).optional() })
