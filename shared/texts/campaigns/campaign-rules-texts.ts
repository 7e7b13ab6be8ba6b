import type { Language } from '../../words.ts'
import { campaignRulesEn } from './campaign-rules.en.ts'
import { campaignRulesVi } from './campaign-rules.vi.ts'

export type CampaignRulesTexts = Record<keyof typeof campaignRulesVi, string>

export function campaignRulesTexts(language: Language): CampaignRulesTexts {
  return language === 'en' ? campaignRulesEn : campaignRulesVi
}
