import type { Language } from '../../words.ts'
import { campaignTabsEn } from './campaign-tabs.en.ts'
import { campaignTabsVi } from './campaign-tabs.vi.ts'

export type CampaignTabsTexts = Record<keyof typeof campaignTabsVi, string>

export function campaignTabsTexts(language: Language): CampaignTabsTexts {
  return language === 'en' ? campaignTabsEn : campaignTabsVi
}
