import { z } from 'zod'
import { channelKinds, consentFilters, conversationStatuses, languages } from '../../words.ts'
import { routeNames } from '../../rules/campaigns/send-question.ts'
import { customerDetailKinds } from './customer.contract.ts'

const day = z.iso.date().regex(/^(?:19|20)/)
const days = z.number().int().min(0).max(3650)

const exactlyOne = (given: Record<string, unknown>): boolean =>
  Object.entries(given).filter(([name, value]) => name !== 'by' && name !== 'id' && value !== undefined).length === 1

/** In the shop's time zone. */
const moment = <B extends string>(by: B) =>
  z
    .strictObject({
      by: z.literal(by),
      within_days: days.optional(),
      over_days: days.optional(),
      between: z.tuple([day.nullable(), day.nullable()]).optional(),
    })
    .refine(exactlyOne)

export const segmentStatuses = [...conversationStatuses, 'waiting'] as const
export const sequenceStates = ['inside', 'finished', 'never'] as const
export const sentiments = ['positive', 'neutral', 'negative'] as const

const fieldCondition = z
  .strictObject({
    by: z.literal('field'),
    id: z.uuid(),
    known: z.boolean().optional(),
    /** case-insensitive */
    is: z.union([z.string().max(200), z.boolean()]).optional(),
    contains: z.string().trim().min(1).max(200).optional(),
    between: z.tuple([z.number().nullable(), z.number().nullable()]).optional(),
    dates: z.tuple([day.nullable(), day.nullable()]).optional(),
    /** including today */
    next_days: days.optional(),
    last_days: days.optional(),
  })
  .refine(exactlyOne)

export const segmentCondition = z
  .union([
    z.strictObject({ by: z.literal('tag'), id: z.uuid() }),
    z.strictObject({ by: z.literal('channel'), id: z.uuid() }),
    z.strictObject({ by: z.literal('source'), kind: z.enum(channelKinds) }),
    z.strictObject({ by: z.literal('route'), route: z.enum(routeNames) }),
    z.strictObject({ by: z.literal('language'), language: z.enum(languages) }),
    moment('last_seen'),
    moment('created'),
    moment('last_reply'),
    z.strictObject({ by: z.literal('detail'), kind: z.enum(customerDetailKinds) }),
    fieldCondition,
    z.strictObject({ by: z.literal('import'), id: z.uuid() }),
    z.strictObject({ by: z.literal('got'), id: z.uuid() }),
    z.strictObject({ by: z.literal('answered'), id: z.uuid() }),
    z.strictObject({ by: z.literal('sequence'), id: z.uuid(), state: z.enum(sequenceStates) }),
    z.strictObject({
      by: z.literal('consent'),
      purpose: z.enum(['promotion', 'care', 'service']).default('promotion'),
      state: z.enum(consentFilters),
    }),
    z.strictObject({ by: z.literal('status'), status: z.enum(segmentStatuses) }),
    z.strictObject({ by: z.literal('assignee'), person: z.union([z.literal('nobody'), z.uuid()]) }),
    z.strictObject({ by: z.literal('sentiment'), sentiment: z.enum(sentiments) }),
  ])
  // A schema id, so that the documentation does not repeat it per level.
  .meta({ id: 'SegmentCondition' })
export type SegmentCondition = z.output<typeof segmentCondition>

/** An empty `all` matches everybody. */
export type SegmentNode = SegmentCondition | { all: SegmentNode[] } | { any: SegmentNode[] } | { not: SegmentNode }

export const maxConditions = 20

function floorOver(below: z.ZodType<SegmentNode>): z.ZodType<SegmentNode> {
  const list = z.array(below).max(maxConditions)
  return z.union([
    segmentCondition,
    z.strictObject({ all: list }),
    z.strictObject({ any: list.min(1) }),
    z.strictObject({ not: below }),
  ])
}

/** Unrolled: deeper nesting is not even parsed. */
const threeFloors = floorOver(floorOver(floorOver(segmentCondition)))

export function conditionsOf(node: SegmentNode): SegmentCondition[] {
  if ('all' in node) return node.all.flatMap(conditionsOf)
  if ('any' in node) return node.any.flatMap(conditionsOf)
  if ('not' in node) return conditionsOf(node.not)
  return [node]
}

export const segmentDefinition = threeFloors.refine(node => conditionsOf(node).length <= maxConditions)

/** Characters. Bounds the work of validating each part of a huge definition. */
const maxLength = 12_000

export const givenDefinition = z.preprocess((given: SegmentNode, { addIssue }) => {
  if (JSON.stringify(given ?? null).length > maxLength) addIssue(`at most ${maxLength} characters`)
  return given
}, segmentDefinition)

/** Their message sends people to the condition at fault. */
export const segmentRefusals = { definition: 'segment.invalid' } as const

const name = z.string().trim().min(1).max(60)

export const newSegment = z.object({ name, definition: givenDefinition })
export const changedSegment = z.object({ name: name.optional(), definition: givenDefinition.optional() })
export const countedSegment = z.object({ segment: z.uuid().optional(), definition: givenDefinition.optional() })
