import type { NotificationKind } from '../words.ts'

export type NotificationPlaces = { in_app: boolean; email: boolean; push: boolean }

export const defaultPlaces: Record<NotificationKind, NotificationPlaces> = {
  person_wanted: { in_app: true, email: false, push: true },
  intent: { in_app: true, email: true, push: true },
  conversation_assigned: { in_app: true, email: true, push: true },
  contact_detail: { in_app: true, email: true, push: true },
  channel_lost: { in_app: true, email: true, push: true },
  training: { in_app: true, email: false, push: false },
  training_waiting: { in_app: true, email: true, push: false },
  campaign: { in_app: true, email: true, push: false },
  usage: { in_app: true, email: true, push: false },
  payment: { in_app: true, email: true, push: false },
  system: { in_app: true, email: false, push: false },
  incident: { in_app: true, email: false, push: false },
  marketing: { in_app: false, email: false, push: false },
}
