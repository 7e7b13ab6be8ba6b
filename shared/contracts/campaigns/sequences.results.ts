import { z } from 'zod'
import { sequenceStates, sequenceTrigger, sequencePlan } from './sequences.contract.ts'

export const listedSequence = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(sequenceStates),
  reason: z.string().nullable(),
  version: z.number(),
  trigger: sequenceTrigger,
  /** since publishing */
  changed: z.boolean(),
  /** templates no longer accepted; '' for a deleted one */
  withdrawn: z.array(z.string()),
  inside: z.number(),
  finished: z.number(),
  reached_goal: z.number(),
  changed_at: z.string(),
})
export type ListedSequence = z.output<typeof listedSequence>

export const oneSequence = listedSequence.extend({
  plan: sequencePlan,
  /** đồng */
  max_month: z.number().nullable(),
  spent_month: z.number(),
  /** `withdrawn` for the draft */
  draft_withdrawn: z.array(z.string()),
  /** đồng, Meta's estimate; null: no page can send any */
  marketing_each: z.number().nullable(),
})
export type OneSequence = z.output<typeof oneSequence>

export const runEvent = z.object({
  step: z.string(),
  did: z.string(),
  why: z.string().nullable(),
  at: z.string(),
})
export type RunEvent = z.output<typeof runEvent>

export const sequenceRun = z.object({
  id: z.uuid(),
  customer_id: z.uuid(),
  name: z.string(),
  version: z.number(),
  step: z.string().nullable(),
  reason: z.string().nullable(),
  next_at: z.string().nullable(),
  entered_at: z.string(),
  entered_by: z.enum(['detail', 'hand', 'first_message', 'tagged', 'no_reply', 'followed', 'button']),
  path: z.array(runEvent),
  ended_at: z.string().nullable(),
  ended_why: z.string().nullable(),
})
export type SequenceRun = z.output<typeof sequenceRun>
