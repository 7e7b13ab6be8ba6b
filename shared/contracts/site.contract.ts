import { z } from 'zod'

export const maxRequestLength = 2000

/** `POST /api/v1/contact-requests` → 201 `{id}`. An address or a number is enough. */
export const contactRequest = z.object({
  /** E-mail address or phone number; `email` or `phone` will do as well. */
  email_or_phone: z.string().max(300).optional(),
  email: z.string().max(300).optional(),
  phone: z.string().max(300).optional(),
  name: z.string().max(200).default(''),
  message: z.string().max(20_000).default(''),
  human_check: z.string().max(4096).default(''),
  /** The security token, where no header can be sent. */
  token: z.string().max(200).optional(),
})
export type ContactRequest = z.output<typeof contactRequest>

/** `POST /api/v1/page-views` → 204. The path alone. */
export const pageView = z.object({ path: z.string().max(2048), token: z.string().max(200).optional() })
