import { z } from 'zod'
import { languages } from '../../words.ts'
import { customerDetailKinds } from '../customers/customer.contract.ts'
import { chosenTemplate } from './templates.contract.ts'

export const sequenceStates = ['draft', 'active', 'paused', 'ended'] as const
export type SequenceState = (typeof sequenceStates)[number]

/** What starts it. By hand, by the API and by a button it is started anyway. */
export const sequenceTrigger = z.discriminatedUnion('on', [
  z.strictObject({ on: z.literal('hand') }),
  z.strictObject({ on: z.literal('first_message') }),
  z.strictObject({ on: z.literal('tagged'), tag_id: z.uuid().nullable() }),
  /** the shop's last word has had no answer for so many hours */
  z.strictObject({ on: z.literal('no_reply'), hours: z.number().int().min(1).max(167) }),
  /** null: any of them */
  z.strictObject({ on: z.literal('detail'), kind: z.enum(customerDetailKinds).nullable() }),
  z.strictObject({ on: z.literal('followed') }),
])
export type SequenceTrigger = z.output<typeof sequenceTrigger>
export type SequenceEntry = SequenceTrigger['on'] | 'button'

/** What is true or false of a customer on their way. A draft may name nothing yet. */
export const sequenceCondition = z.discriminatedUnion('by', [
  /** wrote after the last message of this sequence, or after its start */
  z.strictObject({ by: z.literal('replied') }),
  /** the platform told that a message of this sequence was read */
  z.strictObject({ by: z.literal('read') }),
  z.strictObject({ by: z.literal('tag'), id: z.uuid().nullable() }),
  z.strictObject({ by: z.literal('detail'), kind: z.enum(customerDetailKinds) }),
  /** is: null where it is enough that the field is filled */
  z.strictObject({
    by: z.literal('field'),
    id: z.uuid().nullable(),
    is: z.union([z.string().max(200), z.number(), z.boolean()]).nullable(),
  }),
])
export type SequenceCondition = z.output<typeof sequenceCondition>

/** Made by whoever writes it; stays while the step is edited, so that who stands there still does. */
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
    /** then until this hour of the shop's clock, on one of these days of the week (1: Monday); none: any day */
    at: clock.nullable(),
    weekdays: z.array(z.number().int().min(1).max(7)).max(7),
  }),
  z.strictObject({
    id,
    is: z.literal('message'),
    purpose: z.enum(['promotion', 'care', 'service']),
    texts: z.object({ vi: z.string().max(5000).optional(), en: z.string().max(5000).optional() }),
    fallback: z.enum(languages).nullable(),
    /** in place of the texts */
    template: chosenTemplate.nullable().optional(),
    /** đồng, for one message; null: only what is free. An admin confirms it with the publishing. */
    max_each: z.number().int().min(0).max(1_000_000).nullable().optional(),
    /** to whom nothing free reaches, and who subscribed on Messenger, as a message that Meta bills, for no more than that */
    marketing: z.boolean().optional(),
    /** on Zalo too, where it is free no more, for no more than that; left out: as soon as it may cost anything */
    zalo_paid: z.boolean().optional(),
    /** so long it may wait for the hours, the limits and the windows; then it is skipped, or the sequence ends */
    within_hours: z.number().int().min(1).max(168),
    otherwise: z.enum(['skip', 'end']),
  }),
  z.strictObject({ id, is: z.literal('tag'), tag_id: z.uuid().nullable(), off: z.boolean() }),
  z.strictObject({
    id,
    is: z.literal('field'),
    field_id: z.uuid().nullable(),
    /** null takes the value away */
    value: z.union([z.string().max(200), z.number(), z.boolean()]).nullable(),
  }),
  z.strictObject({ id, is: z.literal('assign'), person_id: z.uuid().nullable() }),
  z.strictObject({ id, is: z.literal('hand_over') }),
  z.strictObject({ id, is: z.literal('end') }),
] as const
const plainStep = z.discriminatedUnion('is', plain)
export type PlainStep = z.output<typeof plainStep>
export type StepOf<K extends PlainStep['is']> = Extract<PlainStep, { is: K }>
/** Either arm, and then what follows it. */
export type BranchStep = {
  id: string
  is: 'branch'
  when: SequenceCondition
  yes: SequenceStep[]
  no: SequenceStep[]
}
export type SequenceStep = PlainStep | BranchStep

/** More than may be published: what is too much is said, not refused unread. */
const list = (step: z.ZodType<SequenceStep>) => z.array(step).max(40)

function floorOver(below: z.ZodType<SequenceStep>): z.ZodType<SequenceStep> {
  const branch = { id, is: z.literal('branch'), when: sequenceCondition, yes: list(below), no: list(below) }
  return z.union([plainStep, z.strictObject(branch)])
}

export const sequencePlan = z.strictObject({
  trigger: sequenceTrigger,
  /** who reaches it leaves; null: whoever comes to the end */
  goal: sequenceCondition.nullable(),
  /** who was in it may come again after so many days; null: never */
  again_after_days: z.number().int().min(1).max(365).nullable(),
  /** three branches inside each other and no more: an indented list is read that far */
  steps: list(floorOver(floorOver(floorOver(plainStep)))),
})
export type SequencePlan = z.output<typeof sequencePlan>

const name = z.string().trim().max(100)

/** `POST /api/v1/sequences` and `PATCH /api/v1/sequences/:id`: as it is being written. */
export const newSequence = z.object({ name, plan: sequencePlan })
export const changedSequence = z.object({ name: name.optional(), plan: sequencePlan.optional() })

/** `POST /api/v1/sequences/:id/publish`: confirmed: what is no promotion advertises nothing, whatever it sounds like. */
export const publishedSequence = z.object({
  /** who is inside goes on with what they began, or at the same step of the new one where it still stands */
  inside: z.enum(['finish', 'move']).default('finish'),
  confirmed: z.boolean().default(false),
  /** đồng: what the dearest of its messages may cost, and all of them in a month of the shop's */
  max_each: z.number().int().min(0).max(1_000_000).default(0),
  max_month: z.number().int().min(0).max(1_000_000_000).default(0),
})

/** `POST /api/v1/sequences/:id/runs` */
export const startedRun = z.object({ customer_id: z.uuid() })
export const runsQuery = z.object({
  live: z.literal('true').optional(),
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
