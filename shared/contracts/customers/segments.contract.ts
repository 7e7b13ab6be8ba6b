import { z } from 'zod'
import { channelKinds, consentFilters, languages } from '../../words.ts'
import { customerDetailKinds } from './customer.contract.ts'

/** A day of the calendar, as forms write it. */
const day = z.iso.date().regex(/^(?:19|20)/)
const days = z.number().int().min(0).max(3650)

const exactlyOne = (given: Record<string, unknown>): boolean =>
  Object.entries(given).filter(([name, value]) => name !== 'by' && name !== 'id' && value !== undefined).length === 1

/** One moment of a customer: not longer ago than, longer ago than, or in a stretch of days of the shop's calendar. */
const moment = <B extends string>(by: B) =>
  z
    .strictObject({
      by: z.literal(by),
      within_days: days.optional(),
      over_days: days.optional(),
      between: z.tuple([day.nullable(), day.nullable()]).optional(),
    })
    .refine(exactlyOne)

/** The ways of which a look at the contact tells whether they stand open now. The last word has whoever sends. */
export const knownRoutes = ['website.chat', 'facebook.response', 'zalo.consultation'] as const
export const segmentStatuses = ['open', 'snoozed', 'closed', 'waiting'] as const
/** On the way through a sequence now, at its end or its goal once, or not begun ever. */
export const sequenceStates = ['inside', 'finished', 'never'] as const
export const sentiments = ['positive', 'neutral', 'negative'] as const

const ofField = z
  .strictObject({
    by: z.literal('field'),
    id: z.uuid(),
    known: z.boolean().optional(),
    /** a choice, yes or no, or a whole text, capitals aside */
    is: z.union([z.string().max(200), z.boolean()]).optional(),
    contains: z.string().trim().min(1).max(200).optional(),
    between: z.tuple([z.number().nullable(), z.number().nullable()]).optional(),
    dates: z.tuple([day.nullable(), day.nullable()]).optional(),
    /** today and so many days after it, on the shop's calendar */
    next_days: days.optional(),
    /** so many days before today, and today */
    last_days: days.optional(),
  })
  .refine(exactlyOne)

export const segmentCondition = z
  .union([
    z.strictObject({ by: z.literal('tag'), id: z.uuid() }),
    z.strictObject({ by: z.literal('channel'), id: z.uuid() }),
    z.strictObject({ by: z.literal('source'), kind: z.enum(channelKinds) }),
    z.strictObject({ by: z.literal('route'), route: z.enum(knownRoutes) }),
    z.strictObject({ by: z.literal('language'), language: z.enum(languages) }),
    moment('last_seen'),
    moment('created'),
    moment('last_reply'),
    z.strictObject({ by: z.literal('detail'), kind: z.enum(customerDetailKinds) }),
    ofField,
    /** came with a list */
    z.strictObject({ by: z.literal('import'), id: z.uuid() }),
    /** a broadcast that reached them; one that they answered */
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
  // By this name in the documentation, which would repeat it on each floor.
  .meta({ id: 'SegmentCondition' })
export type SegmentCondition = z.output<typeof segmentCondition>

/** `all` of nobody's conditions is everybody. */
export type SegmentNode = SegmentCondition | { all: SegmentNode[] } | { any: SegmentNode[] } | { not: SegmentNode }

export const maxConditions = 20

/** One floor more: a node is a condition, or a group of what stands on the floor below. */
function floorOver(below: z.ZodType<SegmentNode>): z.ZodType<SegmentNode> {
  const list = z.array(below).max(maxConditions)
  return z.union([
    segmentCondition,
    z.strictObject({ all: list }),
    z.strictObject({ any: list.min(1) }),
    z.strictObject({ not: below }),
  ])
}

/** Three floors and no more: deeper ones are not even looked at. */
const threeFloors = floorOver(floorOver(floorOver(segmentCondition)))

export function conditionsOf(node: SegmentNode): SegmentCondition[] {
  if ('all' in node) return node.all.flatMap(conditionsOf)
  if ('any' in node) return node.any.flatMap(conditionsOf)
  if ('not' in node) return conditionsOf(node.not)
  return [node]
}

/** Who belongs to a segment. What breaks it is told as `segment.invalid`, wherever it stands. */
export const segmentDefinition = threeFloors.refine(node => conditionsOf(node).length <= maxConditions)

const name = z.string().trim().min(1).max(60)

export const newSegment = z.object({ name, definition: z.unknown() })
export const changedSegment = z.object({ name: name.optional(), definition: z.unknown().optional() })
/** A saved one, or one that is being made. */
export const countedSegment = z.object({ segment: z.uuid().optional(), definition: z.unknown().optional() })
