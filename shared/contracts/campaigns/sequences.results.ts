import { z } from 'zod'
import { sequenceStates, sequenceTrigger, sequencePlan } from './sequences.contract.ts'

export const listedSequence = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(sequenceStates),
  reason: z.string().nullable(),
  version: z.number(),
  trigger: sequenceTrigger,
  /** has been changed since it was published */
  changed: z.boolean(),
  /** templates that it sends, as it was published, and whose platform does not take them now; '' for one that is gone */
  withdrawn: z.array(z.string()),
  inside: z.number(),
  finished: z.number(),
  reached_goal: z.number(),
  changed_at: z.string(),
})
export type ListedSequence = z.output<typeof listedSequence>

export const oneSequence = listedSequence.extend({
  plan: sequencePlan,
  /** đồng a month that an admin let it spend, and what it has spent in this one; null: nothing */
  max_month: z.number().nullable(),
  spent_month: z.number(),
  /** the same as `withdrawn`, as it is written now */
  draft_withdrawn: z.array(z.string()),
  /** đồng for one message that Meta bills, as it estimates it; null: no page of the shop's can send any */
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
