import type {
  BranchStep,
  SequenceCondition,
  SequencePlan,
  SequenceStep,
  SequenceTrigger,
  StepOf,
} from '../../contracts/campaigns/sequences.contract.ts'
import { languages } from '../../words.ts'
import { addDays, dayIn } from '../time/calendar-days.ts'
import { maxCampaignLength, maxMarketingLength, soundsPromotional, wholeText, wrongPlaces } from './campaign-text.ts'

export const maxSteps = 30
/** Days, along the longest path. */
export const maxWaitDays = 90
const dayMinutes = 24 * 60

export type StepProblem = {
  code: 'sequence.step_invalid' | 'sequence.loop'
  field: string
  why: string
}

type Found = { why: string; at?: string }
type Placed = { step: SequenceStep; field: string }

export function placedSteps(steps: readonly SequenceStep[], under = 'steps'): Placed[] {
  return steps.flatMap((step, index): Placed[] => {
    const field = `${under}.${index}`
    if (step.is !== 'branch') return [{ step, field }]
    const arms = [...placedSteps(step.yes, `${field}.yes`), ...placedSteps(step.no, `${field}.no`)]
    return [{ step, field }, ...arms]
  })
}

/**
 * @param fields places of the shop's fields
 * @returns the first problem; undefined if it can be published
 */
export function problemOf(plan: SequencePlan, shop: string, fields: readonly string[]): StepProblem | undefined {
  const invalid = (field: string, why: string): StepProblem => ({ code: 'sequence.step_invalid', field, why })
  const { trigger, goal, steps } = plan
  const all = placedSteps(steps)
  if (trigger.on === 'tagged' && !trigger.tag_id) return invalid('trigger', 'no_tag')
  const goalWhy = goal && conditionProblem(goal)
  if (goalWhy) return invalid('goal', goalWhy)
  if (all.length === 0) return invalid('steps', 'none')
  if (all.length > maxSteps) return invalid('steps', 'too_many')
  const seen = new Set<string>()
  for (const { step, field } of all) {
    if (seen.has(step.id)) return invalid(field, 'same_id')
    seen.add(step.id)
    const found = stepProblem(step, shop, fields)
    if (found) return invalid(found.at ? `${field}.${found.at}` : field, found.why)
  }
  if (maxWait(steps) > maxWaitDays * dayMinutes) return invalid('steps', 'waits_too_long')
  const again = all.find(({ step }) => startsAgain(step, trigger))
  return again && { code: 'sequence.loop', field: again.field, why: 'itself' }
}

export function doubtfulStep({ steps }: SequencePlan): string | undefined {
  return placedSteps(steps).find(
    ({ step }) =>
      step.is === 'message' && step.purpose !== 'promotion' && textsIn(step).some(words => soundsPromotional(words)),
  )?.field
}

function textsIn({ template, texts }: StepOf<'message'>): string[] {
  return template ? Object.values(template.values) : languages.flatMap(language => texts[language] ?? [])
}

/** In đồng; 0: all are free. */
export function maxCostOf({ steps }: SequencePlan): number {
  return Math.max(0, ...placedSteps(steps).map(({ step }) => (step.is === 'message' ? (step.max_each ?? 0) : 0)))
}

export function tagsPutOn({ steps }: SequencePlan): { tagId: string; field: string }[] {
  return placedSteps(steps).flatMap(({ step, field }) =>
    step.is === 'tag' && !step.off && step.tag_id ? [{ tagId: step.tag_id, field }] : [],
  )
}

/** Whether a plan can restart itself through the tags it adds; returns the first such step. */
export function loopThrough(plan: SequencePlan, others: readonly SequencePlan[]): string | undefined {
  const starts = plan.trigger.on === 'tagged' ? plan.trigger.tag_id : null
  if (!starts) return undefined
  return tagsPutOn(plan).find(({ tagId }) => reaches(tagId, starts, others))?.field
}

function reaches(from: string, to: string, plans: readonly SequencePlan[]): boolean {
  const seen = new Set([from])
  for (const tag of seen) {
    if (tag === to) return true
    for (const plan of plans)
      if (plan.trigger.on === 'tagged' && plan.trigger.tag_id === tag)
        for (const { tagId } of tagsPutOn(plan)) seen.add(tagId)
  }
  return false
}

function startsAgain(step: SequenceStep, trigger: SequenceTrigger): boolean {
  return trigger.on === 'tagged' && step.is === 'tag' && !step.off && step.tag_id === trigger.tag_id
}

function stepProblem(step: SequenceStep, shop: string, fields: readonly string[]): Found | undefined {
  switch (step.is) {
    case 'wait':
      if (step.weekdays.length > 0 && !step.at) return { why: 'no_hour', at: 'at' }
      return step.minutes === 0 && !step.at ? { why: 'no_time', at: 'minutes' } : undefined
    case 'message':
      return messageProblem(step, shop, fields)
    case 'tag':
      return step.tag_id ? undefined : { why: 'no_tag' }
    case 'field':
      return step.field_id ? undefined : { why: 'no_field' }
    case 'assign':
      return step.person_id ? undefined : { why: 'no_person' }
    case 'branch':
      return branchProblem(step)
    case 'hand_over':
    case 'end':
      return undefined
  }
}

function branchProblem({ when, yes, no }: BranchStep): Found | undefined {
  const why = conditionProblem(when)
  if (why) return { why, at: 'when' }
  return yes.length + no.length === 0 ? { why: 'none' } : undefined
}

function conditionProblem(condition: SequenceCondition): string | undefined {
  if (condition.by === 'tag' && !condition.id) return 'no_tag'
  return condition.by === 'field' && !condition.id ? 'no_field' : undefined
}

function messageProblem(step: StepOf<'message'>, shop: string, fields: readonly string[]): Found | undefined {
  const { texts, purpose, template, marketing, max_each: maxEach } = step
  if (template) return undefined
  if (marketing && !maxEach) return { why: 'no_price', at: 'max_each' }
  const written = languages.flatMap(language => (texts[language]?.trim() ? [language] : []))
  if (written.length === 0) return { why: 'no_text', at: 'texts' }
  for (const language of written) {
    const text = texts[language] ?? ''
    if (wrongPlaces(text, fields).length > 0) return { why: 'place_unknown', at: `texts.${language}` }
    const length = [...wholeText(text, { purpose, shop, language })].length
    if (length > maxCampaignLength) return { why: 'too_long', at: `texts.${language}` }
    if (marketing && length > maxMarketingLength) return { why: 'too_long_paid', at: `texts.${language}` }
  }
  return undefined
}

/** Minutes; of each branch the longer arm counts. */
export function maxWait(steps: readonly SequenceStep[]): number {
  return steps.reduce((sum, step) => {
    if (step.is === 'branch') return sum + Math.max(maxWait(step.yes), maxWait(step.no))
    if (step.is !== 'wait') return sum
    return sum + step.minutes + (step.weekdays.length > 0 ? 7 * dayMinutes : step.at ? dayMinutes : 0)
  }, 0)
}

export function waitEnds({ minutes, at, weekdays }: StepOf<'wait'>, now: Date, zone: string): Date {
  const from = new Date(now.getTime() + minutes * 60_000)
  if (!at) return from
  const today = dayIn(zone, from)
  for (let count = 0; count <= 8; count++) {
    const day = addDays(today, count)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
    if (weekdays.length > 0 && !weekdays.includes(weekday)) continue
    const moment = momentOf(day, at, zone)
    if (moment >= from) return moment
  }
  return from
}

function momentOf(day: string, at: string, zone: string): Date {
  const wanted = Date.parse(`${day}T${at}:00Z`)
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })
  let moment = wanted
  // Twice: the second guess is on the right side of a clock change.
  for (let turn = 0; turn < 2; turn++) {
    const shown = Date.parse(`${dayIn(zone, new Date(moment))}T${format.format(new Date(moment))}:00Z`)
    moment -= shown - wanted
  }
  return new Date(moment)
}

export function findStep(steps: readonly SequenceStep[], id: string | null): SequenceStep | undefined {
  return placedSteps(steps).find(({ step }) => step.id === id)?.step
}

/** @returns undefined at the end */
export function stepAfter(steps: readonly SequenceStep[], id: string, arm?: 'yes' | 'no'): SequenceStep | undefined {
  return search(steps, id, arm)?.next
}

function search(
  steps: readonly SequenceStep[],
  id: string,
  arm?: 'yes' | 'no',
): { next: SequenceStep | undefined } | undefined {
  for (const [index, step] of steps.entries()) {
    const following = steps[index + 1]
    if (step.id === id) return { next: (step.is === 'branch' && arm ? step[arm][0] : undefined) ?? following }
    if (step.is !== 'branch') continue
    const inside = search(step.yes, id, arm) ?? search(step.no, id, arm)
    if (inside) return { next: inside.next ?? following }
  }
  return undefined
}
