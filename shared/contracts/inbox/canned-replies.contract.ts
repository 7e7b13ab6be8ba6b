import { z } from 'zod'

const title = z.string().trim().min(1).max(80)
/** Typed after a slash. */
const shortcut = z
  .string()
  .trim()
  .min(1)
  .max(30)
  .regex(/^[\p{L}\p{M}\p{N}_-]+$/u)
const text = z.string().trim().min(1).max(2000)
/** null: any language */
const language = z.enum(['vi', 'en']).nullable()

export const newCannedReply = z.object({ title, shortcut, text, language: language.default(null) })

export const changedCannedReply = z.object({
  title: title.optional(),
  shortcut: shortcut.optional(),
  text: text.optional(),
  language: language.optional(),
  /** 409 if there is a newer version. */
  version: z.number().int().positive().optional(),
})
