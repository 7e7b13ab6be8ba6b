import { addresses } from '#shared/addresses.ts'
import type { DashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import type { Role } from '#shared/words.ts'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'

export type Section = {
  name: keyof DashboardTexts &
    (
      | 'operations'
      | 'inbox'
      | 'customers'
      | 'campaigns'
      | 'statistics'
      | 'usage'
      | 'training'
      | 'configuration'
      | 'connect'
      | 'team'
      | 'billing'
      | 'referrals'
      | 'account'
      | 'notifications'
    )
  address: string
  icon: IconName
  /** Only hides it: the database refuses everyone else anyway. */
  adminsOnly?: true
  atHand?: true
}

type Group = { name: 'groupDaily' | 'groupBot' | 'groupShop' | 'groupPersonal'; sections: Section[] }

const groups: Group[] = [
  {
    name: 'groupDaily',
    sections: [
      { name: 'operations', address: addresses.operations, icon: 'gauge', atHand: true },
      { name: 'inbox', address: addresses.inbox, icon: 'inbox', atHand: true },
      { name: 'customers', address: addresses.customers, icon: 'square-user' },
      { name: 'campaigns', address: addresses.campaigns, icon: 'megaphone' },
      { name: 'statistics', address: addresses.statistics, icon: 'chart-column' },
    ],
  },
  {
    name: 'groupBot',
    sections: [
      { name: 'training', address: addresses.training, icon: 'book-open', atHand: true },
      { name: 'configuration', address: addresses.configuration, icon: 'sliders', adminsOnly: true },
      { name: 'connect', address: addresses.connect, icon: 'plug', adminsOnly: true },
    ],
  },
  {
    name: 'groupShop',
    sections: [
      { name: 'usage', address: addresses.usage, icon: 'chart-pie' },
      { name: 'billing', address: addresses.billing, icon: 'wallet', adminsOnly: true },
      { name: 'team', address: addresses.team, icon: 'users', adminsOnly: true },
      { name: 'referrals', address: addresses.referrals, icon: 'gift', adminsOnly: true },
    ],
  },
  {
    name: 'groupPersonal',
    sections: [
      { name: 'account', address: addresses.account, icon: 'circle-user' },
      { name: 'notifications', address: addresses.notifications, icon: 'bell' },
    ],
  },
]

export function groupsFor(role: Role): Group[] {
  return groups
    .map(group => ({ ...group, sections: group.sections.filter(item => role === 'admin' || !item.adminsOnly) }))
    .filter(group => group.sections.length > 0)
}
