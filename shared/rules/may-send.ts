import {
  type Price,
  type Reason,
  type RouteName,
  routeNames,
  sendReasons,
  type SendQuestion,
} from './campaigns/send-question.ts'
import { carries, routeTable } from './campaigns/sending-routes.ts'
import { lawfulDaily, lawfulHours, nextHours, nextUnder, within } from './campaigns/sending-times.ts'

export type SendAnswer = {
  is: 'now' | 'at' | 'no'
  /** for 'at': the first moment at which the answer is 'now' */
  at?: Date
  route?: RouteName
  until?: Date
  cost: Price
  reasons: Reason[]
}

type Later = { reason: Reason; at: Date | null }
type Verdict = { never: Reason[]; later: Later[]; way?: { route: RouteName; price: Price; until: Date | null } }

const careAfterAct = 180 * 24 * 3_600_000
const nothing: Price = { amount: 0, currency: 'VND', certainty: 'exact' }
/** More than quiet hours and caps can need; beyond it the answer is "later" without a time. */
const maxTurns = 500

/** The only gate for messages that are not direct replies. Meta's human-agent permission does not apply here. */
export function maySend(question: SendQuestion): SendAnswer {
  const first = judgeAt(question, question.now)
  if (first.never.length === 0 && first.later.length === 0 && first.way) return goes(first.way)
  const { verdict, at } = waitOut(question, first, Number.NaN)
  const reasons = inOrder([...first.never, ...first.later.map(({ reason }) => reason), ...verdict.never])
  if (verdict.never.length > 0) return { is: 'no', ...priced(verdict), reasons }
  if (verdict.later.length === 0 && verdict.way) return { is: 'at', at, ...priced(verdict), reasons }
  // A way that is open now may be closed, and another open, once the waits that have an end are over.
  const opened = waitOut(question, first, -Infinity).verdict
  return { is: 'at', ...priced(opened.way ? opened : verdict), reasons }
}

/** From wait to wait until none has a time. `endless` is the time of one without: NaN stops at it, -Infinity passes it over. */
function waitOut(question: SendQuestion, first: Verdict, endless: number): { verdict: Verdict; at: Date } {
  let { verdict, at } = { verdict: first, at: question.now }
  for (let turn = 0; turn < maxTurns && verdict.never.length === 0; turn++) {
    const next = Math.max(...verdict.later.map(later => later.at?.getTime() ?? endless))
    if (!(next > at.getTime())) break
    at = new Date(next)
    verdict = judgeAt(question, at)
  }
  return { verdict, at }
}

function goes({ route, price, until }: NonNullable<Verdict['way']>): SendAnswer {
  return { is: 'now', route, ...(until && { until }), cost: price, reasons: [] }
}

function priced({ way }: Verdict): Pick<SendAnswer, 'route' | 'cost'> {
  return way ? { route: way.route, cost: way.price } : { cost: nothing }
}

function inOrder(reasons: readonly Reason[]): Reason[] {
  return sendReasons.filter(reason => reasons.includes(reason))
}

function judgeAt(question: SendQuestion, at: Date): Verdict {
  const ways = waysAt(question, at)
  const never = [...refusalsOf(question, at), ...ways.never]
  if (question.deadline && at >= question.deadline) never.push('deadline')
  return { ...ways, never, later: [...waitsAt(question, at), ...ways.later] }
}

function refusalsOf(question: SendQuestion, at: Date): Reason[] {
  const { purpose, consent, contact, content } = question
  const found: (Reason | false)[] = [
    question.restricted && 'restricted',
    (consent === 'withdrawn' || consent === 'refused') && 'opted_out',
    lacksConsent(question, at) && (question.consentElsewhere ? 'consent_elsewhere' : 'no_consent'),
    purpose === 'ask' && (question.askedBefore || consent === 'given') && 'asked_already',
    contact.unreachable && 'unreachable',
    !content.languageFits && 'language_missing',
    !content.fieldsFilled && 'field_missing',
    contact.reachedAlready && 'reached_already',
    question.stopped && 'stopped',
  ]
  return found.filter(reason => reason !== false)
}

function lacksConsent({ purpose, consent, contact }: SendQuestion, at: Date): boolean {
  if (consent !== 'none') return false
  if (purpose === 'promotion') return true
  if (purpose !== 'care') return false
  return !contact.lastInteraction || at.getTime() >= contact.lastInteraction.getTime() + careAfterAct
}

function waitsAt(question: SendQuestion, at: Date): Later[] {
  const { purpose, contact, sent } = question
  const found: Later[] = []
  const wait = (reason: Reason, until: Date | null) => until && found.push({ reason, at: until })
  if (!question.channelConnected) found.push({ reason: 'not_connected', at: null })
  if (question.planLeft <= 0) found.push({ reason: 'plan_quota', at: null })
  if (purpose === 'promotion' || purpose === 'ask')
    wait('quiet_hours', nextHours(within(question.hours, lawfulHours), at, question.zone))
  if (purpose === 'promotion') wait('law_daily', nextUnder(lawfulDaily, sent.promotion, at))
  if (purpose === 'promotion' || purpose === 'care')
    for (const cap of question.caps[purpose]) wait('frequency_cap', nextUnder(cap, sent[purpose], at))
  if (purpose === 'service') return found
  if (contact.waits) found.push({ reason: 'conversation_active', at: null })
  const calm = contact.lastWords && new Date(contact.lastWords.getTime() + question.quietTalk)
  if (purpose !== 'ask' && calm && calm > at) found.push({ reason: 'conversation_active', at: calm })
  return found
}

function waysAt(question: SendQuestion, at: Date): Verdict {
  const names = routeNames.filter(name => question.routes.includes(name) && carries(name, question))
  if (names.length === 0) return { never: ['purpose_not_allowed'], later: [] }
  const never: Reason[] = []
  const later: Later[] = []
  const open: NonNullable<Verdict['way']>[] = []
  for (const route of names) {
    const way = routeTable[route].check(question, at)
    if (!way.open) {
      if (way.later) later.push(way)
      else never.push(way.reason)
      continue
    }
    const refused = costRefused(question, way.price)
    if (refused) never.push(refused)
    else open.push({ route, price: way.price, until: way.until })
  }
  const [best] = open.sort((a, b) => (a.price.amount ?? 0) - (b.price.amount ?? 0))
  if (best) return { never: [], later: [], way: best }
  const [soonest] = later.sort((a, b) => (a.at?.getTime() ?? Infinity) - (b.at?.getTime() ?? Infinity))
  return soonest ? { never: [], later: [soonest] } : { never, later: [] }
}

function costRefused({ cost }: SendQuestion, { amount }: Price): Reason | undefined {
  if (amount === 0) return undefined
  if (amount === null || cost.confirmed === null || amount > cost.confirmed) return 'cost_unconfirmed'
  return cost.left !== null && amount <= cost.left ? undefined : 'cost_limit'
}
