import { z } from 'zod'
import { modelKinds } from '../../words.ts'

/** The key is write-only. */
export const modelSettings = z
  .object({
    kind: z.enum(modelKinds),
    /** '': the provider's default */
    base_url: z
      .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])
      .default('')
      .transform(address => address.replace(/\/+$/, '')),
    model: z.string().trim().max(200).default(''),
    /** absent: unchanged; null: removed */
    key: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .regex(/^[\x21-\x7e]+$/)
      .nullish(),
  })
  .refine(({ kind, model }) => kind === 'embedded' || model !== '', { path: ['model'] })
export type ModelSettings = z.output<typeof modelSettings>

/** Anthropic has no embeddings. */
export const searchModelSettings = modelSettings.refine(({ kind }) => kind !== 'anthropic', { path: ['kind'] })
