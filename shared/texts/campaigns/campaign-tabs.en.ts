import type { campaignTabsVi } from './campaign-tabs.vi.ts'

export const campaignTabsEn: Record<keyof typeof campaignTabsVi, string> = {
  tabs: 'Parts of Campaigns',
  broadcasts: 'Broadcasts',
  sequences: 'Sequences',
  greetings: 'Greetings',
  templates: 'Templates',
  rules: 'Rules',
}
