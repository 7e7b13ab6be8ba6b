import { z } from 'zod'
import { instant } from '../endpoint.ts'
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
  changed_at: instant,
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

/** What a run did at a step; yes, no: the branch taken. */
export const stepOutcomes = [
  'waited',
  'sent',
  'unsure',
  'skipped',
  'tagged',
  'untagged',
  'noted',
  'assigned',
  'handed_over',
  'yes',
  'no',
  'ended',
] as const
export type StepOutcome = (typeof stepOutcomes)[number]

export const endReasons = [
  'finished',
  'goal',
  'not_sent',
  'opted_out',
  'handed_over',
  'assigned',
  'restricted',
  'merged',
  'by_hand',
  'sequence_ended',
] as const
export type EndReason = (typeof endReasons)[number]

export const runEvent = z.object({
  step: z.string(),
  did: z.enum(stepOutcomes),
  why: z.string().nullable(),
  at: instant,
})
export type RunEvent = z.output<typeof runEvent>

export const sequenceRun = z.object({
  id: z.uuid(),
  customer_id: z.uuid(),
  name: z.string(),
  version: z.number(),
  step: z.string().nullable(),
  reason: z.string().nullable(),
  next_at: instant.nullable(),
  entered_at: instant,
  entered_by: z.enum([
    'detail',
    'hand',
    'first_message',
    'tagged',
    'no_reply',
    'followed',
    'order.placed',
    'appointment.made',
    'button',
  ]),
  path: z.array(runEvent),
  ended_at: instant.nullable(),
  ended_why: z.enum(endReasons).nullable(),
})
export type SequenceRun = z.output<typeof sequenceRun>
