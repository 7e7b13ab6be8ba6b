import type { IconName } from '#web/kit/icons/icon-shapes.ts'

export const desks = [
  'today',
  'transfers',
  'refunds',
  'withdrawals',
  'dead-letters',
  'contacts',
  'workspaces',
  'prices',
  'announcements',
  'page-views',
  'status',
  'health',
] as const
export type Desk = (typeof desks)[number]

export const deskGroups = [
  { name: 'daily', desks: ['today', 'transfers', 'refunds', 'withdrawals', 'dead-letters'] },
  { name: 'whole', desks: ['contacts', 'workspaces', 'prices', 'announcements', 'page-views', 'status', 'health'] },
] as const

export const deskIcons: Record<Desk, IconName> = {
  today: 'sun',
  transfers: 'wallet',
  refunds: 'credit-card',
  withdrawals: 'gift',
  'dead-letters': 'mail-warning',
  contacts: 'message-circle',
  workspaces: 'users',
  prices: 'tag',
  announcements: 'bell',
  'page-views': 'eye',
  status: 'chart-column',
  health: 'gauge',
}

export const deskNames = {
  today: 'today',
  transfers: 'transfers',
  refunds: 'refunds',
  withdrawals: 'withdrawals',
  'dead-letters': 'deadLetters',
  contacts: 'contacts',
  workspaces: 'workspaces',
  prices: 'prices',
  announcements: 'announcements',
  'page-views': 'pageViews',
  status: 'status',
  health: 'health',
} as const satisfies Record<Desk, string>
