import { z } from 'zod'
import { modelKinds } from '../../words.ts'

export const modelSettingsShown = z.object({
  kind: z.enum(modelKinds),
  base_url: z.string(),
  model: z.string(),
  /** last four characters; null: none */
  key_end: z.string().nullable(),
  source: z.enum(['workspace', 'installation']),
})
export type ModelSettingsShown = z.output<typeof modelSettingsShown>

export const modelTestResult = z.object({
  ok: z.boolean(),
  ms: z.number(),
  why: z.string().nullable(),
})
export type ModelTestResult = z.output<typeof modelTestResult>
