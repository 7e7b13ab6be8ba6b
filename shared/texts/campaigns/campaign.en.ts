import type { campaignVi } from './campaign.vi.ts'

export const campaignEn: Record<keyof typeof campaignVi, string> = {
  label: '[AD] {shop}: ',
  sender: '{shop}: ',
  footer: 'To stop these messages, reply STOP.',
  test: '[TEST] ',
  template: 'Zalo template “{name}”',
}
