import { z } from 'zod'
import { instant } from '../endpoint.ts'

/** null: for ever */
const months = z.number().int().min(3).max(120).nullable()

export const retentionKinds = ['conversations', 'files', 'customers', 'requests'] as const
export type RetentionKind = (typeof retentionKinds)[number]

/** Months without a message; files: since they came or went; customers: those without any conversation; requests: since they were settled. */
export const retentionRules = z.object({
  conversations: months,
  files: months,
  customers: months,
  requests: months,
})
export type RetentionRules = z.output<typeof retentionRules>

/** Clients from before there was a rule for files say nothing of it: it stays as it is. */
export const wantedRetention = retentionRules.extend({ files: months.optional() })
export type WantedRetention = z.output<typeof wantedRetention>

export const retentionState = z.object({
  rules: retentionRules,
  /** Nothing is erased before; null: nothing is. */
  begins_at: instant.nullable(),
})

/** `max` or more, where that many are counted. */
export const outdated = z.object({
  count: z.number(),
  oldest: instant.nullable(),
  max: z.number(),
})
export const retentionPreview = z.object({
  conversations: outdated.extend({ messages: z.number() }),
  /** `count`: messages that lose theirs */
  files: outdated.extend({ bytes: z.number() }),
  customers: outdated,
  requests: outdated,
})
