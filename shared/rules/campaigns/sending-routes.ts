import type { ChannelKind } from '../../words.ts'
import { messagingWindow } from '../time/messaging-window.ts'
import { nextHours } from './sending-times.ts'
import type { Price, Purpose, Reason, RouteName, SendQuestion } from './send-question.ts'

/** Billed by Meta, so used only if the author allows it. */
export const paidRoute = 'facebook.marketing' satisfies RouteName

export type Way =
  /** `until`: null if it does not close by itself */
  | { open: true; price: Price; until: Date | null }
  /** `at`: null if not known */
  | { open: false; reason: Reason; later: false }
  | { open: false; reason: Reason; later: true; at: Date | null }

type RouteRow = {
  kind: ChannelKind
  purposes: readonly Purpose[] | 'by tag'
  check(question: SendQuestion, at: Date): Way
}

const everything: readonly Purpose[] = ['promotion', 'care', 'service', 'ask']
const free: Price = { amount: 0, currency: 'VND', certainty: 'exact' }
export const purposeOfTag = { transaction: 'service', care: 'care', promotion: 'promotion' } as const

export const routeTable: Record<RouteName, RouteRow> = {
  'website.chat': {
    kind: 'website',
    purposes: everything,
    check: ({ contact }) =>
      contact.hasConversation ? { open: true, price: free, until: null } : shut('window_closed'),
  },
  'facebook.response': {
    kind: 'facebook',
    purposes: everything,
    check: (question, at) => window(question, at, () => free),
  },
  'facebook.utility': {
    kind: 'facebook',
    purposes: ['service'],
    check: (question, at) => template(question, at, () => ({ amount: 0, currency: 'VND', certainty: 'estimate' })),
  },
  'facebook.marketing': { kind: 'facebook', purposes: ['promotion', 'care'], check: marketing },
  'zalo.consultation': {
    kind: 'zalo',
    purposes: ['service', 'care', 'ask'],
    check: (question, at) =>
      window(question, at, isFree =>
        isFree && (question.zalo.freeLeft === null || question.zalo.freeLeft > 0)
          ? { ...free, certainty: 'listed' }
          : { amount: question.zalo.paidReply, currency: 'VND', certainty: 'listed' },
      ),
  },
  'zalo.template_uid': {
    kind: 'zalo',
    purposes: 'by tag',
    check: (question, at) => zaloTemplate(question, at, question.template?.priceUid),
  },
  'zalo.template_phone': {
    kind: 'zalo',
    purposes: 'by tag',
    check: (question, at) =>
      question.contact.phoneConsented ? zaloTemplate(question, at, question.template?.pricePhone) : shut('no_number'),
  },
}

export function carries(name: RouteName, { purpose, contact, template: chosen }: SendQuestion): boolean {
  const { kind, purposes } = routeTable[name]
  if (kind !== contact.kind) return false
  if (purposes !== 'by tag') return purposes.includes(purpose)
  return purpose !== 'ask' && (!chosen?.tag || purposeOfTag[chosen.tag] === purpose)
}

function shut(reason: Reason): Way {
  return { open: false, reason, later: false }
}

function window({ contact }: SendQuestion, at: Date, price: (isFree: boolean) => Price): Way {
  const { kind, lastInteraction, adEntry } = contact
  const author = kind === 'zalo' ? 'member' : 'bot'
  const known = { kind, lastInteraction, adEntry, author, humanAgent: false, paidConfirmed: true, now: at } as const
  const answer = messagingWindow(known)
  if (!answer.allowed) return shut('window_closed')
  return { open: true, price: price(answer.permit === 'response'), until: answer.until }
}

function template({ template: chosen, content }: SendQuestion, at: Date, price: () => Price): Way {
  if (!chosen) return shut('template_missing')
  if (chosen.state !== 'approved') return shut('template_not_approved')
  if (!content.valuesFit) return shut('template_value')
  if (chosen.quotaFrom && chosen.quotaFrom > at)
    return { open: false, reason: 'platform_quota', later: true, at: chosen.quotaFrom }
  return { open: true, price: price(), until: null }
}

function zaloTemplate(question: SendQuestion, at: Date, price: number | undefined): Way {
  const way = template(question, at, () =>
    price === undefined
      ? { amount: null, currency: 'VND', certainty: 'unknown' }
      : { amount: price, currency: 'VND', certainty: 'listed' },
  )
  const opens = question.purpose === 'promotion' ? nextHours(question.zalo.promotionHours, at, question.zone) : null
  return way.open && opens ? { open: false, reason: 'quiet_hours', later: true, at: opens } : way
}

function marketing({ token }: SendQuestion, at: Date): Way {
  if (!token?.live || (token.expiresAt && token.expiresAt <= at)) return shut('no_token')
  if (!token.regionAllowed) return shut('region')
  if (token.nextAt && token.nextAt > at) return { open: false, reason: 'platform_cap', later: true, at: token.nextAt }
  const price: Price = token.estimate
    ? { ...token.estimate, certainty: 'estimate' }
    : { amount: null, currency: 'VND', certainty: 'unknown' }
  return { open: true, price, until: token.expiresAt }
}
