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
  const [main] = answer.reasons
  if (answer.reasons.includes('cost_unconfirmed') && one.unpriced) preview.cost.unknown++
  if (answer.is !== 'now')
    return countReason(answer.is === 'at' ? preview.later : preview.never, main ?? 'stopped', personOf(one))
  const { cost, route } = answer
  const amount = cost.amount ?? 0
  if (cost.certainty === 'estimate') preview.cost.estimated += amount
  else if (cost.certainty === 'unknown') preview.cost.unknown++
  else preview.cost.exact += amount
  const group = preview.now.find(other => other.route === route && other.cost > 0 === amount > 0)
  if (group) {
    group.count++
    group.cost += amount
  } else if (route) preview.now.push({ route, kind: one.facts.kind, count: 1, cost: amount })
  if (preview.samples.length < maxSamples) preview.samples.push({ ...personOf(one), kind: one.facts.kind, text })
}

export function countReason(list: BroadcastPreview['never'], reason: Reason, one: NamedPerson): void {
  const group = list.find(other => other.reason === reason)
  if (!group) return void list.push({ reason, count: 1, people: [one] })
  group.count++
  if (group.people.length < maxPeople) group.people.push(one)
}

/** đồng, if sent now */
export function costOf({ asked: { answer } }: Judged): number {
  return answer.is === 'now' ? (answer.cost.amount ?? 0) : 0
}

export function personOf({ facts }: Judged): NamedPerson {
  return { customer_id: facts.customer_id, name: facts.name }
}
