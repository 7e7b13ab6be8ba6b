import { facebookFindingsVi } from './facebook.vi.ts'
import { zaloFindingsVi } from './zalo.vi.ts'

export const channelFindingsVi = {
  ...facebookFindingsVi,
  ...zaloFindingsVi,
  'channel.check_failed': {
    title: 'Chưa kiểm tra được kênh',
    text: 'Nền tảng không trả lời khi hệ thống kiểm tra kênh này. Hệ thống sẽ tự kiểm tra lại sau một giờ.',
  },
  'channel.queue_stands': {
    title: 'Tin nhắn đang gửi chậm',
    text: 'Có tin nhắn đã chờ gửi hơn 10 phút. Hệ thống vẫn tiếp tục gửi; không có tin nào bị mất.',
  },
  'channel.hooks_failed': {
    title: 'Đang không ghi nhận được tin của khách',
    text: 'Vài phút qua máy chủ không ghi nhận được tin từ nền tảng. Nền tảng sẽ gửi lại, nhưng nếu kéo dài khoảng một giờ thì sẽ ngừng gửi. Khi máy chủ chạy lại bình thường, hệ thống tự đọc lịch sử để bù các tin còn thiếu.',
  },
  'channel.hooks_refused': {
    title: 'Tin gửi đến không đúng chữ ký',
    text: 'Có tin gửi đến địa chỉ nhận tin nhưng chữ ký không khớp nên không được nhận. Bất kỳ ai trên mạng cũng có thể gửi như vậy: nếu tin của khách vẫn vào hộp thư bình thường thì bạn không cần làm gì. Nếu tin của khách không vào, người quản lý máy chủ cần kiểm tra khoá bí mật của ứng dụng.',
  },
  'channel.file_gone': {
    title: 'Tệp đính kèm không còn',
    text: 'Không tìm thấy tệp của tin nhắn này. Hãy tải tệp lên lại rồi gửi.',
  },
  'channel.unknown_kind': {
    title: 'Loại kênh không còn được hỗ trợ',
    text: 'Phiên bản này không gửi được tin qua loại kênh này.',
  },
} as const

/** For codes without a text of their own. */
export const failureClassesVi = {
  retry: { title: 'Nền tảng tạm thời gặp lỗi', text: 'Hệ thống sẽ tự gửi lại sau ít phút.' },
  rate_limited: {
    title: 'Gửi quá nhanh',
    text: 'Nền tảng yêu cầu gửi chậm lại. Tin nhắn sẽ tự đi sau ít phút.',
  },
  reauthorize: {
    title: 'Kênh cần được kết nối lại',
    text: 'Nền tảng không còn chấp nhận quyền truy cập. Tin nhắn của khách vẫn được lưu; tin trả lời được giữ lại và gửi tiếp sau khi kết nối lại.',
  },
  window_closed: {
    title: 'Đã quá thời hạn trả lời',
    text: 'Nền tảng chỉ cho trả lời trong một thời gian sau tin cuối của khách. Có thể nhắn lại khi khách nhắn tin mới.',
  },
  recipient_unreachable: {
    title: 'Không liên lạc được với khách',
    text: 'Khách đã chặn trang, xoá tài khoản hoặc không nhận tin nhắn.',
  },
  page_restricted: {
    title: 'Tài khoản đang bị hạn chế',
    text: 'Nền tảng tạm thời không cho tài khoản này gửi tin. Hệ thống sẽ thử lại sau 30 phút, rồi thưa dần.',
  },
  permanent: { title: 'Nền tảng từ chối tin nhắn', text: 'Tin nhắn này không gửi được như hiện tại.' },
  later: {
    title: 'Chưa gửi được lúc này',
    text: 'Hạn mức đã hết hoặc đang ngoài giờ nền tảng cho phép. Tin nhắn sẽ tự đi khi được phép.',
  },
} as const

export const heldReasonsVi = {
  window_closed: 'Đã quá thời hạn trả lời của nền tảng',
  confirmation_needed: 'Cần xác nhận vì nền tảng có thể tính phí',
  channel: 'Kênh đang mất kết nối; tin sẽ tự gửi khi kết nối lại',
  taken_over: 'Nhân viên đã trả lời trước, nên tin của bot được giữ lại',
  bot_off: 'Bot đang tắt',
  paid_limit: 'Zalo tính phí tin này mà bot không được phép chi thêm',
  quota: 'Hết hạn mức của nền tảng; tin sẽ tự gửi sau',
} as const

export const repairsVi = {
  reconnect: 'Kết nối lại',
  repair: 'Sửa ngay',
  wait: 'Hệ thống tự xử lý',
  platform: 'Mở hướng dẫn',
  none: '',
} as const
