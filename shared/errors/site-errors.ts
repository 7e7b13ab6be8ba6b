import type { CatalogueEntry } from './catalogue-entry.ts'

export const siteErrors = {
  'widget.not_found': {
    status: 404,
    vi: 'Khung chat này không tồn tại hoặc đã ngắt kết nối. Hãy lấy lại đoạn mã ở mục Kết nối.',
    en: 'This chat widget does not exist or was disconnected. Copy the script again from Connect.',
  },
  'widget.domain_not_registered': {
    status: 403,
    vi: 'Tên miền của trang này chưa được đăng ký cho khung chat. Hãy thêm ở mục Kết nối.',
    en: 'This page’s domain is not registered for the chat widget. Add it under Connect.',
  },
  'widget.no_domains': {
    status: 403,
    vi: 'Khung chat chưa có tên miền nào nên chưa hiện ở đâu cả. Hãy thêm tên miền ở mục Kết nối.',
    en: 'The chat widget has no domains yet, so it shows nowhere. Add one under Connect.',
  },
  'widget.ticket_invalid': {
    status: 401,
    vi: 'Lượt mở khung chat đã hết hạn. Hãy tải lại trang.',
    en: 'The chat could not be opened in time. Please reload the page.',
  },
  'widget.session_needed': {
    status: 401,
    vi: 'Phiên trò chuyện đã hết hạn. Hãy tải lại trang.',
    en: 'The chat session has expired. Please reload the page.',
  },
  'widget.human_needed': {
    status: 428,
    vi: 'Cửa hàng đang nhận rất nhiều tin cùng lúc. Khung chat kiểm tra nhanh rồi tự gửi lại.',
    en: 'The shop is getting a lot of messages at once. The chat makes a quick check, then sends yours again by itself.',
  },
  'widget.file_missing': {
    status: 400,
    vi: 'Chưa có tệp nào được gửi. Hãy chọn một ảnh hoặc tệp PDF.',
    en: 'No file was sent. Choose a picture or a PDF.',
  },
  'widget.file_type': {
    status: 415,
    vi: 'Khung chat chỉ nhận ảnh (PNG, JPG, GIF, WebP) và tệp PDF.',
    en: 'The chat takes pictures (PNG, JPG, GIF, WebP) and PDF files only.',
  },
  'widget.file_too_large': {
    status: 413,
    vi: 'Tệp lớn quá 10 MB.',
    en: 'The file is larger than 10 MB.',
  },
  'widget.files_full': {
    status: 409,
    vi: 'Cửa hàng hiện không nhận thêm tệp. Hãy nhắn bằng lời giúp nhé.',
    en: 'The shop can’t accept more files right now. Please put it in words.',
  },
  'site.contact_wrong': {
    status: 400,
    vi: 'Hãy để lại e-mail hoặc số điện thoại để chúng tôi trả lời bạn.',
    en: 'Leave an email address or a phone number, so that we can answer you.',
  },
  'site.message_too_long': {
    status: 400,
    vi: 'Lời nhắn dài quá 2.000 ký tự. Hãy rút gọn giúp chúng tôi.',
    en: 'The message is longer than 2,000 characters. Please shorten it.',
  },
  'site.token_wrong': {
    status: 403,
    vi: 'Trang này mở đã lâu hoặc trình duyệt chặn cookie. Hãy tải lại trang rồi gửi lại.',
    en: 'The page has been open for a long time, or the browser blocks cookies. Reload it and send again.',
  },
  'site.human_missing': {
    status: 400,
    vi: 'Vui lòng xác minh bạn không phải là robot',
    en: 'Please verify you are not a robot',
  },
  'site.human_refused': {
    status: 400,
    vi: 'Mã xác minh Turnstile không hợp lệ!',
    en: 'Turnstile token was not valid!',
  },
  'site.human_unreachable': {
    status: 503,
    vi: 'Chưa xác minh được. Hãy thử lại sau ít phút.',
    en: 'The check isn’t working right now. Try again in a few minutes.',
  },
} as const satisfies Record<string, CatalogueEntry>
