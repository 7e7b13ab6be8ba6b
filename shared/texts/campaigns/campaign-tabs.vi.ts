export const campaignTabsVi = {
  tabs: 'Các phần của Gửi tin',
  broadcasts: 'Đợt gửi',
  sequences: 'Chuỗi tin',
  greetings: 'Lời chào',
  templates: 'Mẫu tin',
  rules: 'Quy tắc',
}
