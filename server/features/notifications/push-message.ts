import { createHash } from 'node:crypto'
import { hours, minutes } from '#platform/clock.ts'
import type { NotificationData } from '#shared/contracts/notifications.contract.ts'
import type { PushedMessage } from '#shared/rules/pushed-message.ts'
import { notificationsTexts, notificationWords } from '#shared/texts/dashboard/notifications-texts.ts'
import type { Language, NotificationKind } from '#shared/words.ts'
import type { Push } from './push-request.ts'

export type Pushed = {
  id: string
  kind: NotificationKind
  data: NotificationData
  workspace_id: string | null
  created_at: Date
  language: Language
  /** Whether names may show on a locked screen. */
  names: boolean
  several: boolean
}

const maxLengths = { title: 120, body: 240 }

/** Milliseconds: hours for waiting customers, a day for channels and payments. */
export function pushLife(kind: NotificationKind): number {
  return aboutCustomers.has(kind) ? hours(4) : hours(24)
}

const aboutCustomers = new Set<NotificationKind>(['person_wanted', 'intent', 'contact_detail', 'conversation_assigned'])
const unhurried = new Set<NotificationKind>(['training', 'system', 'marketing'])

/** In the reader's language, without the customer's message. */
export function pushOf(pushed: Pushed, now: Date): Push {
  const { id, kind, data, workspace_id: workspace, language, several } = pushed
  const words = pushed.names ? notificationWords(language, kind, data) : plainWords(pushed)
  const about = several && data.workspace ? `${data.workspace} · ${words.text}` : words.text
  const tag = `${kind} ${data.conversation_id ?? data.channel_id ?? data.source_id ?? id}`
  const message: PushedMessage = {
    id,
    title: cut(words.title, maxLengths.title),
    body: cut(about, maxLengths.body),
    path: words.path,
    tag,
    workspace,
    language,
  }
  return {
    message,
    ttl: (pushed.created_at.getTime() + pushLife(kind) - now.getTime()) / 1000,
    urgency: aboutCustomers.has(kind) ? 'high' : unhurried.has(kind) ? 'low' : 'normal',
    topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
  }
}

export function trialPush(language: Language): Push {
  const texts = notificationsTexts(language)
  const message: PushedMessage = {
    id: null,
    title: texts['push.trial'],
    body: texts['push.trial_text'],
    path: '/dashboard/notifications',
    tag: 'trial',
    workspace: null,
    language,
  }
  return { message, ttl: minutes(5) / 1000, urgency: 'high', topic: 'trial' }
}

function plainWords({ language, kind, data }: Pushed): { title: string; text: string; path: string } {
  const texts = notificationsTexts(language)
  return {
    title: texts[`kind_${kind}`],
    text: texts['push.plain_text'],
    path: notificationWords(language, kind, data).path,
  }
}

function cut(text: string, maxLength: number): string {
  const characters = [...text]
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`
}
