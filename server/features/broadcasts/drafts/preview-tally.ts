import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import type { Price, Reason } from '#shared/rules/campaigns/send-question.ts'
import type { Judged } from '../audience/members.ts'

export type NamedPerson = BroadcastPreview['never'][number]['people'][number]

type Counted = Pick<BroadcastPreview['never'][number], 'reason' | 'count' | 'people'>

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
function addCost({ cost: sum }: BroadcastPreview, { asked: { answer } }: Judged): number {
  const { amount, certainty } = answer.cost
  if (certainty === 'unknown') sum.unknown++
  else sum[sumOf(certainty)] += amount ?? 0
  return amount ?? 0
}

function sumOf(certainty: Price['certainty']): 'exact' | 'estimated' {
  return certainty === 'estimate' ? 'estimated' : 'exact'
}

type Alike = { reason: Reason; amount: number; certainty: Price['certainty']; count: number; people: NamedPerson[] }
/** Who is to be paid for later, by reason and price. */
export type PaidLater = Map<string, Alike>

export function addPaidLater(later: PaidLater, one: Judged, reason: Reason): void {
  const { amount, certainty } = one.asked.answer.cost
  const key = `${reason} ${amount} ${certainty}`
  const alike = later.get(key) ?? { reason, amount: amount ?? 0, certainty, count: 0, people: [] }
  later.set(key, alike)
  alike.count++
  if (alike.people.length < 2 * maxPeople) alike.people.push(personOf(one))
}

/** Call it once everybody who gets it now is counted: they come first, and `moneyLeft` is what they leave. */
export function countPaidLater(preview: BroadcastPreview, later: PaidLater, moneyLeft: number): void {
  let left = moneyLeft
  for (const { reason, amount, certainty, count, people } of later.values()) {
    const paid = Math.min(count, Math.floor(left / amount))
    left -= paid * amount
    preview.cost[sumOf(certainty)] += paid * amount
    countGroup(preview.later, { reason, count: paid, people: people.slice(0, paid) }, paid * amount)
    countGroup(preview.never, { reason: 'cost_limit', count: count - paid, people: people.slice(paid) })
  }
}

export function countReason(list: BroadcastPreview['never'], reason: Reason, one: NamedPerson, cost = 0): void {
  countGroup(list, { reason, count: 1, people: [one] }, cost)
}

function countGroup(list: BroadcastPreview['never'], { reason, count, people }: Counted, cost = 0): void {
  if (count === 0) return
  const group = list.find(other => other.reason === reason)
  if (!group) return void list.push({ reason, count, people: people.slice(0, maxPeople), ...(cost > 0 && { cost }) })
  group.count += count
  if (cost > 0) group.cost = (group.cost ?? 0) + cost
  group.people.push(...people.slice(0, maxPeople - group.people.length))
}

/** đồng, now or later */
export function costOf({ asked: { answer } }: Judged): number {
  return answer.is === 'no' ? 0 : (answer.cost.amount ?? 0)
}

export function personOf({ facts }: Judged): NamedPerson {
  return { customer_id: facts.customer_id, name: facts.name }
}
