import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import type { Reason } from '#shared/rules/campaigns/send-question.ts'
import type { Judged } from '../audience/members.ts'

export type NamedPerson = BroadcastPreview['never'][number]['people'][number]

const maxPeople = 20
const maxSamples = 10

export function emptyPreview(at: Date): BroadcastPreview {
  const cost = { exact: 0, estimated: 0, unknown: 0 }
  const time = at.toISOString()
  return {
    state: 'counting',
    at: time,
    total: 0,
    now: [],
    later: [],
    never: [],
    paid: null,
    cost,
    ends_at: time,
    samples: [],
  }
}

/** `unpriced`: nobody can say what it will cost. */
export function addToPreview(preview: BroadcastPreview, one: Judged & { unpriced: boolean }): void {
  const { answer, text } = one.asked
  const [main = 'stopped'] = answer.reasons
  if (answer.reasons.includes('cost_unconfirmed') && one.unpriced) preview.cost.unknown++
  if (answer.is === 'no') return countReason(preview.never, main, personOf(one))
  const { route } = answer
  const amount = addCost(preview, one)
  if (answer.is === 'at') return countReason(preview.later, main, personOf(one), amount)
  const group = preview.now.find(other => other.route === route && other.cost > 0 === amount > 0)
  if (group) {
    group.count++
    group.cost += amount
  } else if (route) preview.now.push({ route, kind: one.facts.kind, count: 1, cost: amount })
  if (preview.samples.length < maxSamples) preview.samples.push({ ...personOf(one), kind: one.facts.kind, text })
}

/** Also of who gets it later: a start confirms the money of both. */
export function addCost({ cost: sum }: BroadcastPreview, { asked: { answer } }: Judged): number {
  const { amount, certainty } = answer.cost
  if (certainty === 'unknown') sum.unknown++
  else sum[certainty === 'estimate' ? 'estimated' : 'exact'] += amount ?? 0
  return amount ?? 0
}

export function countReason(list: BroadcastPreview['never'], reason: Reason, one: NamedPerson, cost = 0): void {
  const group = list.find(other => other.reason === reason)
  if (!group) return void list.push({ reason, count: 1, people: [one], ...(cost > 0 && { cost }) })
  group.count++
  if (cost > 0) group.cost = (group.cost ?? 0) + cost
  if (group.people.length < maxPeople) group.people.push(one)
}

/** đồng, if sent now */
export function costOf({ asked: { answer } }: Judged): number {
  return answer.is === 'now' ? (answer.cost.amount ?? 0) : 0
}

export function personOf({ facts }: Judged): NamedPerson {
  return { customer_id: facts.customer_id, name: facts.name }
}
