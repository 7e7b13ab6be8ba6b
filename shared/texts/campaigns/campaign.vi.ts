/** What stands around the words of every campaign's message. campaign.en.ts has the same keys. */
export const campaignVi = {
  label: '[QC] {shop}: ',
  sender: '{shop}: ',
  footer: 'Không muốn nhận tin nữa, bạn nhắn TC nhé.',
  test: '[THỬ] ',
  /** a template whose text the platform does not tell */
  template: 'Mẫu tin Zalo “{name}”',
}
