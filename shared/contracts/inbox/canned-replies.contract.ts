import { z } from 'zod'

const title = z.string().trim().min(1).max(80)
/** One word: it is typed after a slash. */
const shortcut = z
  .string()
  .trim()
  .min(1)
  .max(30)
  .regex(/^[\p{L}\p{M}\p{N}_-]+$/u)
const text = z.string().trim().min(1).max(2000)
/** null: for customers of any language. */
const language = z.enum(['vi', 'en']).nullable()

/** `POST /api/v1/canned-replies` */
export const newCannedReply = z.object({ title, shortcut, text, language: language.default(null) })

/** `PATCH /api/v1/canned-replies/:id` */
export const changedCannedReply = z.object({
  title: title.optional(),
  shortcut: shortcut.optional(),
  text: text.optional(),
  language: language.optional(),
  /** The version that was read before. Where there is a newer one, nothing is changed and the answer is 409. */
  version: z.number().int().positive().optional(),
})
