import type { Language } from '../../words.ts'
import { campaignEn } from './campaign.en.ts'
import { campaignVi } from './campaign.vi.ts'

export type CampaignTexts = Record<keyof typeof campaignVi, string>

export function campaignTexts(language: Language): CampaignTexts {
  return language === 'en' ? campaignEn : campaignVi
}
