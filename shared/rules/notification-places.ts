import type { NotificationKind } from '../words.ts'

/** Where a person is told of something. */
export type NotificationPlaces = { in_app: boolean; email: boolean }

/** Where each kind is told before anybody has chosen. Marketing is off unless chosen. */
export const usualPlaces: Record<NotificationKind, NotificationPlaces> = {
  person_wanted: { in_app: true, email: false },
  conversation_assigned: { in_app: true, email: true },
  contact_detail: { in_app: true, email: true },
  channel_lost: { in_app: true, email: true },
  training: { in_app: true, email: false },
  usage: { in_app: true, email: true },
  payment: { in_app: true, email: true },
  system: { in_app: true, email: false },
  marketing: { in_app: false, email: false },
}
