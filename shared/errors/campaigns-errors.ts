import type { CatalogueEntry } from './catalogue-entry.ts'

/** Errors of what is sent to many. */
export const campaignsErrors = {
  'broadcast.not_draft': {
    status: 409,
    vi: 'Đợt gửi này đã bắt đầu hoặc đã xong nên không sửa được nữa.',
    en: 'This broadcast has been started or is over, so it can no longer be changed.',
  },
  'broadcast.not_running': {
    status: 409,
    vi: 'Đợt gửi này không ở trạng thái làm được việc đó.',
    en: 'This broadcast is not in a state in which that can be done.',
  },
  'broadcast.preview_needed': {
    status: 409,
    vi: 'Nội dung đã đổi. Hãy xem lại ai nhận rồi mới gửi.',
    en: 'It has changed. Check who gets it before you send.',
  },
  'broadcast.preview_stale': {
    status: 409,
    vi: 'Bản xem trước đã quá 15 phút. Hãy xem lại ai nhận rồi mới gửi.',
    en: 'The preview is older than 15 minutes. Check again who gets it before you send.',
  },
  'broadcast.cost_changed': {
    status: 409,
    vi: 'Chi phí cao hơn mức bạn đồng ý. Hãy xem lại rồi gửi.',
    en: 'It costs more than you agreed to. Check again before you send.',
  },
  'broadcast.nobody': {
    status: 409,
    vi: 'Hiện không ai nhận được tin này. Hãy xem lý do rồi đổi nhóm khách, cách gửi hoặc giờ gửi.',
    en: 'Nobody can get this message now. See why, then change who, how or when.',
  },
  'broadcast.purpose_doubtful': {
    status: 409,
    vi: 'Nội dung nghe như quảng cáo nhưng mục đích không phải khuyến mãi. Hãy chọn “Khuyến mãi”, hoặc xác nhận đây không phải quảng cáo.',
    en: 'It reads like advertising, but its purpose is another. Choose “Promotion”, or confirm that it advertises nothing.',
  },
  'broadcast.too_many_running': {
    status: 409,
    vi: 'Đã có 3 đợt gửi đang chạy. Chờ một đợt xong rồi bắt đầu.',
    en: 'Three broadcasts are running already. Wait for one to end.',
  },
  'broadcast.test_refused': {
    status: 409,
    vi: 'Chưa gửi thử được cho máy đó: nền tảng chỉ cho gửi khi máy đó vừa nhắn cho shop. Nhắn lại một tin rồi thử.',
    en: 'The trial cannot be sent there: the platform takes messages only after that phone has written. Write once more, then try.',
  },
  'broadcast.empty': {
    status: 400,
    vi: 'Tin chưa có nội dung, hoặc chưa có tên hay cách gửi.',
    en: 'The message has no text yet, or no name or no way to be sent.',
  },
  'broadcast.too_long': {
    status: 400,
    vi: 'Tin dài quá 1.000 chữ, kể cả phần đầu và lời cuối. Hãy viết ngắn lại.',
    en: 'The message is longer than 1,000 letters, with its label and last line. Make it shorter.',
  },
  'broadcast.place_unknown': {
    status: 400,
    vi: 'Có chỗ trống mà hệ thống không biết điền gì. Hãy chọn lại từ danh sách.',
    en: 'There is a place that nothing can fill. Choose one from the list.',
  },
  'broadcast.time_past': {
    status: 400,
    vi: 'Giờ gửi hoặc hạn gửi đã qua, hoặc hạn đến trước giờ gửi.',
    en: 'The hour or the deadline is past, or the deadline comes before the hour.',
  },
} as const satisfies Record<string, CatalogueEntry>
