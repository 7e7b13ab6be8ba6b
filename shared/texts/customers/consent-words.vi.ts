import type { ConsentPart } from '../../rules/campaigns/consent-words.ts'

export const consentWordsVi = {
  title: 'Lời xin đồng ý',
  intro:
    'Khách chỉ được nhận tin khuyến mãi khi đã đồng ý với một câu cụ thể. Soạn câu đó ở đây để cả đội dùng chung. Mỗi lần sửa là một bản mới; ai đã đồng ý với bản nào thì vẫn là bản đó.',
  example:
    'Ví dụ: Tôi đồng ý nhận tin khuyến mãi của {shop} qua Zalo, nhiều nhất 1 tin mỗi tuần. Muốn dừng, tôi nhắn TC.',
  purpose: 'Cho loại tin',
  promotion: 'Tin khuyến mãi',
  care: 'Tin chăm sóc',
  language: 'Tiếng',
  vi: 'Tiếng Việt',
  en: 'Tiếng Anh',
  words: 'Câu khách đồng ý',
  maxMessages: 'Nhiều nhất mấy tin',
  inDays: 'Trong mấy ngày',
  whole: 'Đủ ý: ai gửi, gửi gì, ở đâu, bao lâu một lần, dừng bằng cách nào.',
  lacks: 'Còn thiếu: {parts}.',
  save: 'Lưu bản mới',
  saved: 'Đã lưu bản {version}.',
  versions: 'Các bản đã lưu',
  none: 'Chưa có câu nào',
  version: 'Bản {version}, {date}',
  often: 'nhiều nhất {max} tin trong {days} ngày',
}

export const consentPartsVi: Record<ConsentPart, string> = {
  sender: 'tên cửa hàng',
  content: 'gửi gì',
  channel: 'gửi ở đâu',
  frequency: 'bao lâu một lần',
  way_back: 'cách dừng, như nhắn TC',
}
