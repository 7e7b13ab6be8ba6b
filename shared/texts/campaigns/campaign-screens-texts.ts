import type { Language } from '../../words.ts'
import { campaignScreensEn } from './campaign-screens.en.ts'
import { campaignScreensVi } from './campaign-screens.vi.ts'

export type CampaignScreensTexts = Record<keyof typeof campaignScreensVi, string>

export function campaignScreensTexts(language: Language): CampaignScreensTexts {
  return language === 'en' ? campaignScreensEn : campaignScreensVi
}
