import type { NotificationData } from '../../contracts/notifications.contract.ts'
import { currencies, formatMoney } from '../../rules/money/money.ts'
import type { Language, NotificationKind } from '../../words.ts'
import { fillPlaces } from '../fill-places.ts'
import { notificationsEn } from './notifications.en.ts'
import { notificationsVi } from './notifications.vi.ts'

export type NotificationsTexts = Record<keyof typeof notificationsVi, string>

export function notificationsTexts(language: Language): NotificationsTexts {
  return language === 'en' ? notificationsEn : notificationsVi
}

export type NotificationWords = { title: string; text: string; path: string }

/** If stored data lacks what its kind needs, the kind's name is shown. */
export function notificationWords(
  language: Language,
  kind: NotificationKind,
  given: Partial<NotificationData> | null,
): NotificationWords {
  const texts: Record<string, string> = notificationsTexts(language)
  const data = { ...given, what: typeof given?.what === 'string' ? given.what : '' }
  const announced = data[language] ?? data.vi
  const path = pathOf(kind, data)
  if (announced?.title) return { title: announced.title, text: announced.text ?? '', path }
  const values: Record<string, string> = {
    name: data.name || (texts['someone'] ?? ''),
    workspace: data.workspace || (texts['someShop'] ?? ''),
    channel: data.channel || (texts['someChannel'] ?? ''),
    template: data.template || (texts['someTemplate'] ?? ''),
    request: data.request ? `: ${data.request}` : '',
    by: data.by || (texts['colleague'] ?? ''),
    count: String(data.count ?? ''),
    metric: texts[`metric.${data.metric}`] ?? '',
    amount: moneyOf(data, language),
  }
  const key = `${kind}.${data.what}`
  const trial = data.what.startsWith('trial') ? texts['payment.trial_text'] : undefined
  const text = texts[`${key}_${data.metric}_text`] ?? texts[`${key}_text`] ?? trial ?? texts[`${kind}.text`] ?? ''
  const title = texts[key]
  if (!title || (title.includes('{amount}') && !values['amount']))
    return { title: texts[`kind_${kind}`] ?? texts['kind_system'] ?? '', text: '', path }
  return { title: fillPlaces(title, values), text: fillPlaces(text, values), path }
}

function moneyOf({ amount, currency }: NotificationData, language: Language): string {
  const known = currencies.find(one => one === currency)
  return known && typeof amount === 'number' ? formatMoney(amount, known, language) : ''
}

/** By the part after 'desk_'. */
const deskPaths: Record<string, string> = {
  proof: 'transfers',
  transfer: 'transfers',
  refund: 'refunds',
  refund_send: 'refunds',
  refund_failed: 'refunds',
  taken_back: 'refunds',
  other_currency: 'refunds',
  workspace_gone: 'refunds',
  e_invoice: 'refunds',
  withdrawal: 'withdrawals',
  held: 'withdrawals',
}

function pathOf(kind: NotificationKind, data: NotificationData): string {
  if (data.what.startsWith('desk_')) return `/operator/${deskPaths[data.what.slice('desk_'.length)] ?? 'workspaces'}`
  if (data.conversation_id) return `/dashboard/inbox/${data.conversation_id}`
  if (data.channel_id) return `/dashboard/connect/${data.channel_id}`
  if (data.broadcast_id) return `/dashboard/campaigns/${data.broadcast_id}`
  if (data.sequence_id) return `/dashboard/campaigns/sequences/${data.sequence_id}`
  if (data.source_id) return `/dashboard/training/${data.source_id}`
  if (kind === 'payment' && /^(?:earned|withdrawal)/.test(data.what)) return '/dashboard/referrals'
  if (data.what.startsWith('data_request_')) return '/dashboard/customers/requests'
  if (kind === 'incident') return '/status'
  if (kind === 'usage') return '/dashboard/usage'
  if (kind !== 'payment') return '/dashboard/notifications'
  return data.what === 'declined' || data.what.startsWith('trial') ? '/payment' : '/dashboard/billing'
}
