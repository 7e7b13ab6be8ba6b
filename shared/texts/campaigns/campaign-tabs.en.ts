import type { CampaignTabsTexts } from './campaign-tabs-texts.ts'

export const campaignTabsEn: CampaignTabsTexts = {
  tabs: 'Parts of Campaigns',
  broadcasts: 'Broadcasts',
  sequences: 'Sequences',
  greetings: 'Greetings',
  templates: 'Templates',
  rules: 'Rules',
}
