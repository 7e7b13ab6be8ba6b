import type { CampaignTexts } from './campaign-texts.ts'

export const campaignEn: CampaignTexts = {
  label: '[AD] {shop}: ',
  sender: '{shop}: ',
  footer: 'To stop these messages, reply STOP.',
  test: '[TEST] ',
  template: 'Zalo template “{name}”',
}
