export const campaignVi = {
  label: '[QC] {shop}: ',
  sender: '{shop}: ',
  footer: 'Không muốn nhận tin nữa, anh/chị nhắn TC nhé.',
  test: '[THỬ] ',
  /** a template whose text the platform does not disclose */
  template: 'Mẫu tin Zalo “{name}”',
}
