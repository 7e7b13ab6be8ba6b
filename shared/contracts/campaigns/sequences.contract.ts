import { z } from 'zod'
import { languages } from '../../words.ts'
import { customerDetailKinds } from '../customers/customer.contract.ts'
import { chosenTemplate } from './templates.contract.ts'

export const sequenceStates = ['draft', 'active', 'paused', 'ended'] as const
export type SequenceState = (typeof sequenceStates)[number]

/** Starting by hand, API or button always works. */
export const sequenceTrigger = z.discriminatedUnion('on', [
  z.strictObject({ on: z.literal('hand') }),
  z.strictObject({ on: z.literal('first_message') }),
  z.strictObject({ on: z.literal('tagged'), tag_id: z.uuid().nullable() }),
  /** without an answer to the shop */
  z.strictObject({ on: z.literal('no_reply'), hours: z.number().int().min(1).max(167) }),
  /** null: any */
  z.strictObject({ on: z.literal('detail'), kind: z.enum(customerDetailKinds).nullable() }),
  z.strictObject({ on: z.literal('followed') }),
  /** The team confirmed what the customer asked for; noticing it starts nothing. */
  z.strictObject({ on: z.literal('order.placed') }),
  z.strictObject({ on: z.literal('appointment.made') }),
])
export type SequenceTrigger = z.output<typeof sequenceTrigger>
export type SequenceEntry = SequenceTrigger['on'] | 'button'

export const sequenceCondition = z.discriminatedUnion('by', [
  /** since its last message, or its start */
  z.strictObject({ by: z.literal('replied') }),
  z.strictObject({ by: z.literal('read') }),
  z.strictObject({ by: z.literal('tag'), id: z.uuid().nullable() }),
  z.strictObject({ by: z.literal('detail'), kind: z.enum(customerDetailKinds) }),
  /** is: null if any value will do */
  z.strictObject({
    by: z.literal('field'),
    id: z.uuid().nullable(),
    is: z.union([z.string().max(200), z.number(), z.boolean()]).nullable(),
  }),
])
export type SequenceCondition = z.output<typeof sequenceCondition>

/** Stable across edits, so that running customers keep their place. */
const id = z.string().regex(/^[\w-]{1,40}$/)
const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
const day = 24 * 60

const plain = [
  z.strictObject({
    id,
    is: z.literal('wait'),
    minutes: z
      .number()
      .int()
      .min(0)
      .max(90 * day),
    /** in the shop's time zone; 1: Monday; none: any day */
    at: clock.nullable(),
    weekdays: z.array(z.number().int().min(1).max(7)).max(7),
  }),
  z.strictObject({
    id,
    is: z.literal('message'),
    purpose: z.enum(['promotion', 'care', 'service']),
    texts: z.object({ vi: z.string().max(5000).optional(), en: z.string().max(5000).optional() }),
    fallback: z.enum(languages).nullable(),
    template: chosenTemplate.nullable().optional(),
    /** đồng per message; null: only what is free. An admin confirms it. */
    max_each: z.number().int().min(0).max(1_000_000).nullable().optional(),
    /** may use Meta's paid messages within max_each */
    marketing: z.boolean().optional(),
    /** the same on Zalo; absent: as soon as it may cost anything */
    zalo_paid: z.boolean().optional(),
    /** how long it may wait; then `otherwise` */
    within_hours: z.number().int().min(1).max(168),
    otherwise: z.enum(['skip', 'end']),
  }),
  z.strictObject({ id, is: z.literal('tag'), tag_id: z.uuid().nullable(), off: z.boolean() }),
  z.strictObject({
    id,
    is: z.literal('field'),
    field_id: z.uuid().nullable(),
    /** null removes the value */
    value: z.union([z.string().max(200), z.number(), z.boolean()]).nullable(),
  }),
  z.strictObject({ id, is: z.literal('assign'), person_id: z.uuid().nullable() }),
  z.strictObject({ id, is: z.literal('hand_over') }),
  z.strictObject({ id, is: z.literal('end') }),
] as const
const plainStep = z.discriminatedUnion('is', plain)
export type PlainStep = z.output<typeof plainStep>
export type StepOf<K extends PlainStep['is']> = Extract<PlainStep, { is: K }>
export type BranchStep = {
  id: string
  is: 'branch'
  when: SequenceCondition
  yes: SequenceStep[]
  no: SequenceStep[]
}
export type SequenceStep = PlainStep | BranchStep

/** More than may be published, so that it is reported. */
const list = (step: z.ZodType<SequenceStep>) => z.array(step).max(40)

function floorOver(below: z.ZodType<SequenceStep>): z.ZodType<SequenceStep> {
  const branch = { id, is: z.literal('branch'), when: sequenceCondition, yes: list(below), no: list(below) }
  return z.union([plainStep, z.strictObject(branch)])
}

export const sequencePlan = z.strictObject({
  trigger: sequenceTrigger,
  /** null: the end */
  goal: sequenceCondition.nullable(),
  /** null: never */
  again_after_days: z.number().int().min(1).max(365).nullable(),
  /** at most three nested branches */
  steps: list(floorOver(floorOver(floorOver(plainStep)))),
})
export type SequencePlan = z.output<typeof sequencePlan>

const name = z.string().trim().max(100)

export const newSequence = z.object({ name, plan: sequencePlan })
export const changedSequence = z.object({ name: name.optional(), plan: sequencePlan.optional() })

/** confirmed: it is no advertisement despite its wording. */
export const publishedSequence = z.object({
  /** move: to the same step, where it still exists */
  inside: z.enum(['finish', 'move']).default('finish'),
  confirmed: z.boolean().default(false),
  /** đồng: per message, and per month */
  max_each: z.number().int().min(0).max(1_000_000).default(0),
  max_month: z.number().int().min(0).max(1_000_000_000).default(0),
})

export const startedRun = z.object({ customer_id: z.uuid() })
export const runsQuery = z.object({
  live: z.literal('true').optional(),
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
