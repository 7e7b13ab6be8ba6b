import { z } from 'zod'
import { modelKinds } from '../../words.ts'

/** Which model writes a workspace's answers. The key is written and never read. */
export const modelSettings = z
  .object({
    kind: z.enum(modelKinds),
    /** '' is the provider's usual address */
    base_url: z
      .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])
      .default('')
      .transform(address => address.replace(/\/+$/, '')),
    model: z.string().trim().max(200).default(''),
    /** absent: the one that is kept; null: none */
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

/** Which model tells by vectors what passages mean; Anthropic has none. */
export const searchModelSettings = modelSettings.refine(({ kind }) => kind !== 'anthropic', { path: ['kind'] })
