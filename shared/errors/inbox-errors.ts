import type { CatalogueEntry } from './catalogue-entry.ts'

export const inboxErrors = {
  'inbox.message_empty': { status: 400, vi: 'Tin nhắn đang trống.', en: 'The message is empty.' },
  'inbox.message_too_long': {
    status: 400,
    vi: 'Tin nhắn dài quá 2.000 ký tự. Hãy chia thành vài tin.',
    en: 'The message is longer than 2,000 characters. Split it into several.',
  },
  'inbox.nothing_to_retry': {
    status: 409,
    vi: 'Tin nhắn này đã được gửi hoặc đang được gửi.',
    en: 'This message was sent, or is on its way.',
  },
  'inbox.window_closed': {
    status: 409,
    vi: 'Đã quá thời hạn mà nền tảng cho phép trả lời khách này. Có thể nhắn lại khi khách nhắn tin mới.',
    en: 'The platform’s time for replying to this customer is over. You can write again once they write.',
  },
  'inbox.cost_confirmation_needed': {
    status: 409,
    vi: 'Nền tảng có thể tính phí tin nhắn này. Hãy xác nhận rồi gửi lại.',
    en: 'The platform may charge for this message. Confirm it and send again.',
  },
  'inbox.attachment_missing': {
    status: 400,
    vi: 'Không tìm thấy tệp đính kèm. Hãy tải tệp lên lại.',
    en: 'The attached file is not there. Upload it again.',
  },
  'inbox.conversation_closed': {
    status: 409,
    vi: 'Hội thoại này đã đóng.',
    en: 'This conversation is closed.',
  },
  'inbox.changed_meanwhile': {
    status: 409,
    vi: 'Vừa có người khác sửa mục này nên thay đổi của bạn chưa được lưu. Hãy xem bản mới rồi lưu lại.',
    en: 'Someone else has just changed this, so your change was not saved. Check the new version and save again.',
  },
  'inbox.shortcut_taken': {
    status: 409,
    vi: 'Từ gõ tắt này đã có câu trả lời mẫu khác dùng.',
    en: 'Another canned reply already has this shortcut.',
  },
  'inbox.tags_full': {
    status: 409,
    vi: 'Cửa hàng đã có 500 nhãn. Hãy gộp hoặc xoá bớt nhãn cũ.',
    en: 'The shop already has 500 tags. Merge or delete some of them.',
  },
  'inbox.notes_full': {
    status: 409,
    vi: 'Hội thoại này đã có 1.000 ghi chú. Hãy xoá bớt ghi chú cũ.',
    en: 'This conversation already has 1,000 notes. Delete some of them.',
  },
  'inbox.replies_full': {
    status: 409,
    vi: 'Đã có 500 câu trả lời mẫu. Hãy xoá bớt câu không dùng nữa.',
    en: 'There are 500 canned replies. Delete some that nobody uses.',
  },
  'inbox.variable_open': {
    status: 400,
    vi: 'Tin còn chỗ trống chưa điền, ví dụ {{customer_name}}. Hãy điền rồi gửi.',
    en: 'The message still has a blank to fill in, such as {{customer_name}}. Fill it in and send again.',
  },
} as const satisfies Record<string, CatalogueEntry>
